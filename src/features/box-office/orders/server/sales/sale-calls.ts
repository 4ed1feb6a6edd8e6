import { formatAssignedSeats } from '#features/box-office/performances/seats.ts';
import {
  findPerformance,
  isPerformanceCancelled,
  listPerformances,
} from '#features/box-office/performances/server/index.ts';
import { submitRefund } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { findUnaccompaniedTicketType, formatUnaccompaniedTickets } from '../../companions.ts';
import * as contract from '../../contract.ts';
import { countTicketsByType, formatTicketCountsByType, paymentMethodPhrases, walkUpName } from '../../order.ts';
import { calculateFullRefund } from '../../order-account.ts';
import {
  applyCustomPrice,
  formatPlaceShortage,
  parseTicketRequests,
  type TicketRequest,
} from '../../requested-tickets.ts';
import { formatCheckedInCount, sumTicketPrices } from '../../tickets.ts';
import { notifyBuyer, queueOrderConfirmation } from '../emails/order-emails.ts';
import {
  formatRefundForBuyer,
  formatRefundForStaff,
  recordAndRefuseExternalRefunds,
  requireReauthenticationForRefund,
  returnTickets,
} from '../refunds/order-refunds.ts';
import { requireOrder } from '../store/orders.ts';
import { loadSeatsAndCheckIns } from '../store/tickets.ts';
import { queueReservationRelease } from './performance-jobs.ts';
import { assignSeats, buildTickets, calculateSaleTotal, sellTickets } from './sell-tickets.ts';

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /**
     * Functions that settle the door's note of a walk-up when its tickets are sold. They throw if the note is already
     * settled.
     */
    walkUpSaleHandlers: readonly ((
      tx: DbTransaction,
      sale: { note: string; order: Id; performance: Id; tickets: readonly Id[]; by: Id; at: Instant },
    ) => Promise<void>)[];
  }
}

const access = mayUse('bookings');

/** Registers the box office's calls that sell, reserve and give away tickets, and that cancel orders. */
export function registerSaleCalls({ call }: RouteRegistry, services: Services): void {
  call(contract.sellTickets, { access: mayUse('door') }, sellAtBoxOffice(services));
  call(contract.cancelOrder, { access, requiresReauthentication: 'in part' }, cancelWholeOrder(services));
}

const sellAtBoxOffice =
  ({ environment, all, encryption }: Services): CallHandler<typeof contract.sellTickets> =>
  async (request) => {
    const { now, once, home, visitor } = request;
    const isPaidAtDoor = request.body.source === 'door' && isPaidNow(request.body.how);
    if (visitor.may.bookings !== true && !(isPaidAtDoor && request.body.own_price === undefined)) {
      refuse(403, doorSalesOnly);
    }
    const body = { ...request.body, name: request.body.name || walkUpName };
    // A reservation without a name couldn’t be found again, and people with an email address can give a name
    if (request.body.name === '' && !(isPaidAtDoor && body.email === ''))
      refuseFields({ name: contract.nameMissingMessage });
    const performance = (await findPerformance(request.db, body.performance_id)) ?? refuseNotFound();
    const { timeZone } = await readSettings(request.db);
    const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
    const calledOff =
      `The performance on ${when} has been cancelled. ${nothingSold} ${formatRefusedSaleAdvice(isPaidAtDoor)}`.trim();
    if (isPerformanceCancelled(performance)) refuse(409, calledOff);
    if (body.how === 'comp' && body.reason === '') refuseFields({ reason: 'Say why the tickets are free.' });
    const played = await listPerformances(request.db, performance.show_id);
    const types = played.find(({ id }) => id === performance.id)?.types ?? [];
    const parsed = parseTicketRequests(request.body, types);
    if ('fault' in parsed) return refuseFields({ [parsed.fault]: parsed.says });
    const lines = parsed.wanted.map(({ id, name, pence, count }) => ({ type_id: id, type: name, pence, count }));
    const unaccompanied = body.how === 'comp' ? undefined : findUnaccompaniedTicketType(lines, types);
    if (unaccompanied) {
      const advice = formatRefusedSaleAdvice(isPaidAtDoor, { fewer: isPaidAtDoor && unaccompanied.allowed > 0 });
      refuse(409, `${formatUnaccompaniedTickets(unaccompanied)} ${nothingSold} ${advice}`.trim(), {
        [`tickets_${unaccompanied.id}`]:
          unaccompanied.allowed === 0 ? 'Only with a paid ticket.' : `Choose up to ${unaccompanied.allowed}.`,
      });
    }
    const wanted =
      applyCustomPrice(parsed.wanted, body.own_price) ??
      refuseFields({ own_price: 'That’s more than the normal price.' });
    if (body.own_price !== undefined && body.reason === '')
      refuseFields({ reason: 'Give a reason for the different price.' });
    const sale = {
      ...{ id: newId(), entry: newId(), wanted, performance: performance.id },
      show: { id: performance.show_id, title: performance.show_title },
      tickets: buildTickets(wanted, body.how === 'comp'),
    };
    const entry = {
      ...createAuditContext(request, auditActionByPayment[body.how]),
      subject: sale.id,
      detail: `${sale.show.title}, ${when}: ${formatRequestedCounts(wanted)}`,
    };
    return once(async (tx) => {
      // The performance may have been cancelled in the meantime
      const current = await findPerformance(tx, performance.id);
      if (!current || isPerformanceCancelled(current)) return refuse(409, calledOff);
      const sold = await sellTickets(tx, sale, { body, now, environment });
      if ('left' in sold) {
        const advice = formatRefusedSaleAdvice(isPaidAtDoor, { fewer: sold.left > 0 });
        return refuse(409, formatPlaceShortage(when, sold, `${nothingSold} ${advice}`.trim()));
      }
      const tickets = sale.tickets.map(({ id }) => id);
      const given = await assignSeats(tx, current, { tickets, seats: body, now, all });
      if ('refused' in given) {
        const advice = formatRefusedSaleAdvice(isPaidAtDoor);
        return refuse(409, `${given.refused} ${nothingSold} ${advice}`.trim(), { seats: given.refused });
      }
      const cost = formatCost(body.how, calculateSaleTotal(wanted)).replace(/[.]$/, '');
      const detail = [entry.detail, cost, formatAssignedSeats(given.seats).trim()].filter(Boolean).join('. ');
      await recordAudit(tx, { ...entry, detail });
      if (body.door_note !== '') {
        const settled = { note: body.door_note, order: sale.id, performance: performance.id, by: visitor.id, at: now };
        for (const settle of all('walkUpSaleHandlers')) await settle(tx, { ...settled, tickets });
      }
      if (body.how === 'reserved') await queueReservationRelease(tx, performance, now);
      await queueOrderConfirmation(tx, { order: sale.id, home, encryption, at: now });
      const said = `${sold.ref}: ${formatRequestedCounts(wanted)} for ${body.name}, ${when}.${formatAssignedSeats(given.seats)}`;
      return ok(`${said} ${formatCost(body.how, calculateSaleTotal(wanted))}`, { id: sale.id, ref: sold.ref });
    });
  };

const cancelWholeOrder =
  (services: Services): CallHandler<typeof contract.cancelOrder> =>
  async (request) => {
    const { db, all, environment, encryption } = services;
    const { body, params, now: at, home } = request;
    const order = await requireOrder(request.db, params.id);
    await requireReauthenticationForRefund(request, order, calculateFullRefund);
    await recordAndRefuseExternalRefunds(services, order.id, { movesMoney: true });
    const as = newId();
    const audit = { ...createAuditContext(request, 'order.cancelled'), subject: order.id };
    const { refund: made, already } = await write(db, async (tx) => {
      const current = await requireOrder(tx, order.id);
      const arrived = formatCheckedInCount(await loadSeatsAndCheckIns(tx, current.tickets, { all }));
      const tickets = current.tickets.map(({ id }) => id);
      if (tickets.length === 0) refuse(409, `Order ${order.ref} has already been cancelled.`);
      const cause = { as, at, environment, by: request.visitor.id, reason: body.reason || 'The order was cancelled' };
      const refund =
        (await returnTickets(tx, current, { tickets, parts: undefined, ...cause })) ??
        refuse(409, `Order ${order.ref} has already been cancelled.`);
      const detail = [
        `${order.ref}: ${formatTicketCountsByType(countTicketsByType(current.tickets))}`,
        body.reason,
      ].filter(Boolean);
      await recordAudit(tx, { ...audit, detail: detail.join('. ') });
      await notifyBuyer(tx, {
        kind: 'cancelled',
        order: order.id,
        about: as,
        before: current.tickets,
        news: [...formatRefundForBuyer(refund.parts), ...(body.reason ? [`The reason: ${body.reason}`] : [])],
        home,
        encryption,
        at,
      });
      return { refund, already: arrived };
    });
    for (const id of made.intents) await submitRefund(services, id);
    const report =
      formatRefundForStaff(made.parts, order.name) ||
      (order.source === 'import' && sumTicketPrices(order.tickets) > 0
        ? 'The shop that sold the tickets has the money: settle the order with that shop.'
        : '');
    return ok(
      report
        ? `Order ${order.ref} cancelled${already}. ${report}`
        : `Order ${order.ref} cancelled${already}, and its places released.`,
    );
  };

const auditActionByPayment = {
  cash: 'order.sold',
  transfer: 'order.sold',
  cheque: 'order.sold',
  card: 'order.sold',
  reserved: 'order.reserved',
  comp: 'order.complimentary_issued',
} as const;

const nothingSold = 'No tickets were sold.';

/**
 * Formats the next step after a refused sale: "Choose fewer, or return any money you’ve taken." "" if there is none.
 * `fewer` is true if fewer tickets could be sold.
 */
function formatRefusedSaleAdvice(isPaidAtDoor: boolean, { fewer = false } = {}): string {
  if (!isPaidAtDoor) return fewer ? 'Choose fewer.' : '';
  return fewer ? 'Choose fewer, or return any money you’ve taken.' : 'Return any money you’ve taken.';
}

const isPaidNow = (how: contract.SellTicketsBody['how']) => how !== 'reserved' && how !== 'comp';

const doorSalesOnly =
  'At the door, tickets are sold at their usual price and paid at once. Only the box office can reserve tickets, give them away or change prices.';

const formatRequestedCounts = (wanted: readonly TicketRequest[]) =>
  formatTicketCountsByType(Object.fromEntries(wanted.map(({ name, count }) => [name, count])));

function formatCost(how: contract.SellTicketsBody['how'], due: number): string {
  if (how === 'comp' || due === 0) return 'Nothing to pay.';
  if (how === 'reserved') return `${formatMoney(due)} to pay at the door.`;
  return `${formatMoney(due)} ${how === 'cash' ? 'taken' : paymentMethodPhrases[how]}.`;
}
