import { listPerformancesForStaff } from '#features/box-office/performances/server/index.ts';
import { accountingPath } from '#features/money/accounting/paths.ts';
import { submitRefund } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { AdminTodoSource, Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { describeQueuedEmailToPerson } from '#platform/server/mail/index.ts';
import { formatAmountLeft, formatMoney, parsePounds } from '#platform/shared/money.ts';
import type { OrderAccount } from '../../contract.ts';
import { bookingIssuesPath, countTicketsByType, formatTicketCountsByType, orderPath } from '../../order.ts';
import {
  calculateAmountHeldForCancelledTickets,
  calculateRefundableAmount,
  calculateRetainedAmount,
  planRefund,
  type RefundPart,
  sumRefundParts,
} from '../../order-account.ts';
import { decideOnRefundedTickets, refundOrder, type UndecidedRefund } from '../../order-page-contract.ts';
import { type GroupableTicket, groupTickets, parseChosenTickets } from '../../tickets.ts';
import { notifyBuyer } from '../emails/order-emails.ts';
import { findOrderIdByCharge, loadOrderAccount, loadOrderAccounts } from '../store/order-accounts.ts';
import {
  findOrderWithTickets,
  listUndecidedOrders,
  type OrderWithTickets,
  requireOrder,
  setOrderUndecided,
  setRetainedAmount,
  touchOrder,
} from '../store/orders.ts';
import { loadSeatsAndCheckIns } from '../store/tickets.ts';
import {
  formatCancellationForBuyer,
  formatRefundForAudit,
  formatRefundForBuyer,
  formatRefundForStaff,
  recordAndRefuseExternalRefunds,
  refundPayments,
  requireReauthenticationForRefund,
  returnTickets,
} from './order-refunds.ts';

/** Registers the calls that refund an order, and that decide about tickets whose money was already refunded. */
export function registerRefundCalls({ call }: RouteRegistry, services: Services): void {
  const access = mayUse('bookings');
  call(refundOrder, { access, requiresReauthentication: 'in part' }, refundPaidOrder(services));
  call(decideOnRefundedTickets, { access }, keepOrCancelTickets(services));
}

const refundPaidOrder =
  (services: Services): CallHandler<typeof refundOrder> =>
  async (request) => {
    const { environment, all, encryption, mailTransport: mail } = services;
    const { body, params, now: at, home, once, visitor } = request;
    const order = await requireOrder(request.db, params.id);
    await requireReauthenticationForRefund(request, order);
    await recordAndRefuseExternalRefunds(services, order.id, { movesMoney: body.amount !== 0 });
    const as = newId();
    const audit = { ...createAuditContext(request, 'order.refunded'), subject: order.id };
    const intents: string[] = [];
    const answer = await once(async (tx) => {
      intents.length = 0;
      const current = await requireOrder(tx, order.id);
      const account = await loadOrderAccount(tx, current);
      if (account.held <= 0) refuse(409, `Order ${order.ref} has nothing left to refund.`);
      if (body.held !== undefined && body.held !== account.held) {
        refuse(
          409,
          `The money held for order ${order.ref} has changed since you opened the page. Nothing was refunded: reload the page, then try again.`,
        );
      }
      const cause = { as, at, environment, by: visitor.id, reason: body.reason };
      const ofRetained = body.tickets === 'retained';
      const keeps = current.tickets.length === 0 || body.tickets === 'keep' || ofRetained;
      const parts = parseRefundParts(body, account, { min: keeps ? 1 : 0 });
      const pence = sumRefundParts({ parts });
      if (ofRetained && pence > account.retained) {
        refuseFields({ tickets: `${formatAmountLeft(account.retained)} was retained for returned tickets.` });
      }
      if (!keeps && body.tickets === undefined) refuseFields({ tickets: 'Choose what happens to the tickets.' });
      const chosen = keeps ? [] : selectTicketsToCancel(body, await loadSeatsAndCheckIns(tx, current.tickets, { all }));
      const ids = chosen.map(({ id }) => id);
      const retained = keeps ? 0 : calculateRetainedAmount(account, chosen, pence);
      const issued = keeps
        ? await refundPayments(tx, { id: order.id, account, parts, ofRetained }, cause)
        : await returnTickets(tx, current, { tickets: ids, parts, retained, ...cause });
      if (!issued) return refuse(409, 'Somebody has cancelled these tickets already. Nothing was refunded.');
      if (sumRefundParts(issued) !== pence) refuse(409, 'The card can’t be refunded here. Nothing was refunded.');
      intents.push(...issued.intents);
      if (keeps) await touchOrder(tx, order.id);
      const stay = keeps && current.tickets.length > 0;
      const what = formatTicketCountsByType(countTicketsByType(chosen));
      const fate = keeps ? (stay ? 'The tickets stay valid' : '') : `Cancelled: ${what}`;
      const detail = [
        `${order.ref}: ${formatRefundForAudit(parts).replace(/[.]$/, '') || 'Nothing refunded'}`,
        ofRetained && 'It had been retained for returned tickets',
        body.reason.replace(/[.]$/, ''),
        fate,
        retained > 0 && `${formatMoney(retained)} retained`,
      ].filter(Boolean);
      await recordAudit(tx, { ...audit, detail: `${detail.join('. ')}.` });
      const isOver = chosen.length === current.tickets.length;
      const news = [
        ...formatCancellationForBuyer({
          cancelled: what,
          refund: formatRefundForBuyer(parts),
          retained,
          reason: body.reason,
        }),
        ...(stay ? ['Your tickets stay valid.'] : []),
      ];
      const kind = keeps ? 'refunded' : isOver ? 'cancelled' : 'changed';
      const isTold = await notifyBuyer(tx, {
        ...{ kind, order: order.id, about: as, news, before: current.tickets },
        ...{ home, encryption, at },
      });
      const tickets = keeps ? (stay ? 'The tickets stay valid.' : '') : `${what} cancelled.`;
      const told = isTold ? describeQueuedEmailToPerson(mail, 'We’ve emailed the buyer.', order) : '';
      const kept = retained > 0 ? `${formatMoney(retained)} retained.` : '';
      return ok([formatRefundForStaff(parts, order.name), tickets, kept, told].filter(Boolean).join(' '));
    });
    for (const id of intents) await submitRefund(services, id);
    return answer;
  };

/** Returns the tickets that a form chooses by a number for each group; refuses an empty or impossible choice. */
export function requireChosenTickets<Ticket extends GroupableTicket>(
  body: Readonly<Record<string, unknown>>,
  tickets: readonly Ticket[],
): readonly Ticket[] {
  const chosen = parseChosenTickets(body, tickets);
  return 'fault' in chosen ? refuseFields({ [chosen.fault]: chosen.says }) : chosen.chosen;
}

/** Returns the tickets that a form chooses; all tickets if it has no fields for that. */
const selectTicketsToCancel = <Ticket extends GroupableTicket>(
  body: Readonly<Record<string, unknown>>,
  tickets: readonly Ticket[],
): readonly Ticket[] =>
  Object.keys(body).some((field) => field.startsWith('of_')) ? requireChosenTickets(body, tickets) : tickets;

/**
 * Parses the refund that a form requests, and returns the part of each payment. The form has an amount for each
 * payment, or `amount` for all of them, which is everything held by default. `min` is the minimum refund in pence; 0 if
 * everything may be retained.
 */
function parseRefundParts(
  body: Readonly<Record<string, unknown>> & { amount?: number | undefined },
  account: OrderAccount,
  { min }: { min: 0 | 1 },
): RefundPart[] {
  const { payments, held } = account;
  const named = payments.filter(({ id }) => `to_${id}` in body);
  const parts = named.flatMap((payment): RefundPart[] => {
    const field = `to_${payment.id}`;
    const typed = `${body[field]}`.trim();
    const pence = typed === '' ? 0 : parsePounds(typed);
    if (pence === null || pence < 0) return refuseFields({ [field]: 'Enter an amount, such as 12.50.' });
    const refundable = calculateRefundableAmount(payment);
    if (pence > refundable)
      refuseFields({ [field]: `${formatAmountLeft(refundable)} of this payment is left to refund.` });
    return pence > 0 ? [{ payment, pence }] : [];
  });
  if (named.length > 0) {
    return parts.length >= min ? parts : refuseFields({ [`to_${named[0]?.id}`]: 'Enter how much to refund.' });
  }
  const amount = body.amount ?? held;
  if (amount < min) refuseFields({ amount: 'Enter how much to refund.' });
  if (amount > held) refuseFields({ amount: `${formatAmountLeft(held)} is left to refund.` });
  return planRefund(account, amount);
}

/**
 * Returns true if an order that was sold here counts as paid, although the society holds less for its valid tickets
 * than their price.
 */
const lacksMoney = ({ status, source }: OrderWithTickets, { sold, held, retained }: OrderAccount): boolean =>
  status === 'paid' && source !== 'import' && sold > held - retained;

/**
 * Updates the order that a charge paid for, after a refund made at Square or a lost dispute. If the society then holds
 * too little money for the valid tickets, the retained amount is reduced if that covers the gap; otherwise somebody has
 * to decide about the tickets.
 */
export async function updateOrderAfterExternalRefund(tx: DbTransaction, chargeId: Id): Promise<void> {
  const id = await findOrderIdByCharge(tx, chargeId);
  const order = id && (await findOrderWithTickets(tx, id));
  if (!order) return;
  const account = await loadOrderAccount(tx, order);
  if (!lacksMoney(order, account)) return;
  if (account.held >= account.sold) await setRetainedAmount(tx, order.id, account.held - account.sold);
  else await setOrderUndecided(tx, order.id, 1);
}

/** Loads the orders that need a decision about their tickets, each with its account. */
async function loadUndecidedAccounts(db: DbReader): Promise<{ order: OrderWithTickets; account: OrderAccount }[]> {
  const orders = await listUndecidedOrders(db);
  const accounts = await loadOrderAccounts(db, orders);
  return orders.flatMap((order) => {
    const account = accounts.get(order.id);
    return account && lacksMoney(order, account) ? [{ order, account }] : [];
  });
}

/** Lists the open decisions about tickets whose money was refunded, for one order or for all. */
export async function listUndecidedRefunds(
  { db, now }: Pick<PageRequest, 'db' | 'now'>,
  { all }: Pick<Services, 'all'>,
  orderId?: Id,
): Promise<UndecidedRefund[]> {
  const { timeZone } = await readSettings(db);
  const found = (await loadUndecidedAccounts(db)).filter(({ order }) => orderId === undefined || order.id === orderId);
  const listed: UndecidedRefund[] = [];
  for (const { order, account } of found) {
    const { id, ref, name, email, show_id, tickets } = order;
    const pageTickets = tickets.map(({ order_id: _, given_back_at: __, complimentary: ___, ...ticket }) => ticket);
    listed.push({
      ...{
        id,
        ref,
        name,
        is_told: email !== '',
        is_whole: account.held === 0,
        held: account.held,
        retained: account.retained,
        order_link: orderPath(id),
      },
      says: formatUndecided(order, account),
      tickets: groupTickets(await loadSeatsAndCheckIns(db, pageTickets, { all })).flatMap((group) => group.tickets),
      performances: (await listPerformancesForStaff(db, show_id, { timeZone, now })).map(({ id: night, date }) => ({
        id: night,
        date,
      })),
    });
  }
  return listed;
}

/**
 * Formats an order that needs a decision about its tickets: "£12.50 of the £25.00 paid for order 12, Jo Bloggs, was
 * refunded. Tickets still valid: 2 Adult."
 */
function formatUndecided(
  { ref, name, tickets }: OrderWithTickets,
  { sold, paid, held, retained, refunded_valid }: OrderAccount,
): string {
  const valid = `Tickets still valid: ${formatTicketCountsByType(countTicketsByType(tickets))}.`;
  const part = refunded_valid === paid ? 'All' : `${formatMoney(refunded_valid)} of`;
  return refunded_valid > 0
    ? `${part} the ${formatMoney(paid)} paid for order ${ref}, ${name}, was refunded. ${valid}`
    : `A payment for order ${ref}, ${name}, was corrected: ${formatMoney(sold - held + retained)} of the price isn’t paid any more. ${valid}`;
}

/** A to-do about orders that were refunded without a decision about their tickets. */
export const undecidedRefundsTodo: AdminTodoSource = {
  tool: accountingPath,
  waiting: async ({ db }) => {
    const { length: count } = await loadUndecidedAccounts(db);
    if (count === 0) return [];
    const words =
      count === 1
        ? 'Tickets of a refunded order are still valid'
        : `Tickets of ${count} refunded orders are still valid`;
    return [{ words, link: bookingIssuesPath }];
  },
  nudge: { kind: 'undecided_refund', item: 'bookings', action: 'Decide' },
};

/** Keeps or cancels tickets whose money was already refunded. No money moves. */
const keepOrCancelTickets =
  ({ db, all, environment, encryption, mailTransport: mail }: Services): CallHandler<typeof decideOnRefundedTickets> =>
  async (request) => {
    const { body, params, now: at, home, visitor } = request;
    const order = await requireOrder(request.db, params.id);
    if (body.tickets === 'cancel' && body.reason === '') refuseFields({ reason: 'Say why the tickets are cancelled.' });
    const as = newId();
    return write(db, async (tx) => {
      const current = await requireOrder(tx, order.id);
      const account = await loadOrderAccount(tx, current);
      if (current.undecided === 0 || !lacksMoney(current, account)) {
        refuse(
          409,
          `Somebody has already decided about the tickets of order ${order.ref}, or the order has changed. Reload the page.`,
        );
      }
      await setOrderUndecided(tx, order.id, 0);
      const before = account.paid - account.held;
      const refunded =
        before > 0 ? `${formatMoney(before)} has already been refunded` : 'The order is no longer fully paid';
      const reason = body.reason.replace(/[.]$/, '');
      const audit = { ...createAuditContext(request), subject: order.id };
      if (body.tickets === 'keep') {
        await touchOrder(tx, order.id);
        const detail = [`${order.ref}: ${refunded}`, reason].filter(Boolean).join('. ');
        await recordAudit(tx, { ...audit, action: 'order.refunded_tickets_kept', detail: `${detail}.` });
        return ok(`${order.ref}: the tickets stay valid. Nothing was refunded.`);
      }
      const chosen = selectTicketsToCancel(body, await loadSeatsAndCheckIns(tx, current.tickets, { all }));
      const cause = { as, at, environment, by: visitor.id, reason: body.reason };
      const tickets = chosen.map(({ id }) => id);
      const left = calculateAmountHeldForCancelledTickets(account, current.tickets, chosen);
      const retained = body.rest === 'retain' ? left : 0;
      if (!(await returnTickets(tx, current, { tickets, parts: [], retained, ...cause }))) {
        return refuse(409, 'Somebody has cancelled these tickets already.');
      }
      const what = formatTicketCountsByType(countTicketsByType(chosen));
      const { owed, owed_disputed } = await loadOrderAccount(tx, await requireOrder(tx, order.id));
      const disputed = owed_disputed > 0;
      const rest = [
        owed > 0 && !disputed && `${formatMoney(owed)} still has to be refunded.`,
        owed > 0 && disputed && `${formatMoney(owed)} waits for the bank’s decision.`,
        retained > 0 && `${formatMoney(retained)} retained.`,
      ].filter(Boolean);
      const detail = [`${order.ref}: ${refunded}. ${reason}. Cancelled: ${what}.`, ...rest].join(' ');
      await recordAudit(tx, { ...audit, action: 'order.refunded_tickets_cancelled', detail });
      const kind = chosen.length === current.tickets.length ? 'cancelled' : 'changed';
      const refund = before > 0 ? [`${formatMoney(before)} of what you paid has already been refunded.`] : [];
      const news = formatCancellationForBuyer({
        cancelled: what,
        refund,
        owed,
        disputed,
        retained,
        reason: body.reason,
      });
      const isTold = await notifyBuyer(tx, {
        ...{ kind, order: order.id, about: as, news, before: current.tickets },
        ...{ home, encryption, at },
      });
      return ok(
        [
          `${order.ref}: ${what} cancelled. ${refunded}.`,
          ...rest,
          isTold && describeQueuedEmailToPerson(mail, 'We’ve emailed the buyer.', order),
        ]
          .filter(Boolean)
          .join(' '),
      );
    });
  };
