import { findShowInShort } from '#features/archive/shows/server/index.ts';
import { findPerformance } from '#features/box-office/performances/server/index.ts';
import { correct, findEntry } from '#features/money/ledger/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditAbout, doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { deterministicId, type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Writing, writeSale } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound, refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { earlier, hour } from '#platform/shared/durations.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { OrderAccount } from '../contract.ts';
import * as contract from '../contract.ts';
import { type BoxOfficePaymentMethod, isPaidAtBoxOffice, paymentMethodLabels } from '../order.ts';
import { correctRefund } from '../order-page-contract.ts';
import { loadOrderAccount } from './order-accounts.ts';
import { enqueueReservationRelease } from './reservation-release.ts';
import { recordTicketPayment } from './sell.ts';
import { chargesOfOrders, findOrderWithTickets, setPaid, setUnpaid, touchOrder } from './store.ts';

const access = mayUse('door');

/** The log's action; undoing it asks who did it, and when. */
const tookMoney = 'took the money for tickets';

/** How long somebody at the door can undo a payment that they recorded themselves. */
const undoneWithin = hour;

/** Calls that mark a reservation as paid, or a paid order as unpaid. */
export function paymentCalls({ call, db }: Platform, { environment }: Services): void {
  call(contract.markOrderPaid, { access }, async (request) => {
    const { body, params, now } = request;
    const order = (await findOrderWithTickets(request.db, params.id)) ?? notFound();
    const title = (await findShowInShort(request.db, order.show_id))?.title ?? '';
    const entry = newId();
    const audit = paymentAudit(request, order.id);
    const taken = await writeSale(db, async (tx) => {
      return takePayment(tx, { order: order.id, title, entry, how: body.how, at: now, audit, environment });
    });
    return ok(`${order.ref}, ${order.name}: ${formatMoney(taken)} taken.`);
  });

  call(contract.markOrderUnpaid, { access }, async (request) => {
    const { body, params, now: at, visitor } = request;
    const order = (await findOrderWithTickets(request.db, params.id)) ?? notFound();
    const as = newId();
    const audit = { ...doneBy(request), action: 'noted that tickets weren’t paid after all', subject: order.id };
    const { sold, retained } = await writeSale(db, async (tx) => {
      const current = (await findOrderWithTickets(tx, order.id)) ?? notFound();
      if (visitor.may.bookings !== true) {
        const [last] = await auditAbout(tx, order.id, { action: tookMoney, count: 1 });
        if (last?.actor_id !== visitor.id || last.at < earlier(at, undoneWithin)) refuse(403, notTheirSlip);
      }
      if (!isPaidAtBoxOffice(current))
        refuse(409, `${order.ref} isn’t paid by hand, so there is nothing to take back.`);
      const account = await loadOrderAccount(tx, current);
      await reversePayments(tx, account.payments, { as, at, ref: order.ref, environment });
      await setUnpaid(tx, order.id);
      for (const id of new Set(current.tickets.map(({ performance_id }) => performance_id))) {
        const performance = await findPerformance(tx, id);
        if (performance) await enqueueReservationRelease(tx, performance, at);
      }
      const paid = account.paid > 0 ? `: ${formatMoney(account.paid)}` : '';
      const noLongerRetained =
        account.retained > 0 ? `, of which ${formatMoney(account.retained)} was retained for returned tickets` : '';
      await recordAudit(tx, { ...audit, detail: `${order.ref}${paid}${noLongerRetained}. ${body.reason}` });
      return account;
    });
    const lost =
      retained > 0 ? ` The ${formatMoney(retained)} retained for returned tickets isn’t asked for again.` : '';
    return ok(`${order.ref}, ${order.name}: not paid after all. ${formatMoney(sold)} to pay at the door.${lost}`);
  });
}

/** Corrects refunds by hand that were entered and not made. */
export function refundCorrections({ call, db }: Platform, { environment }: Services): void {
  call(correctRefund, { access: mayUse('bookings') }, async (request) => {
    const { body, params, now: at } = request;
    const order = (await findOrderWithTickets(request.db, params.id)) ?? notFound();
    const id = newId();
    const audit = { ...doneBy(request), action: 'corrected a refund', subject: order.id };
    const pence = await writeSale(db, async (tx) => {
      const entry = (await findEntry(tx, body.refund, environment)) ?? notFound();
      const isOfOrder = (await chargesOfOrders(tx, [order.id])).some(({ entry_id }) => entry_id === entry.charge_id);
      if (!isOfOrder || entry.kind !== 'refund') notFound();
      if (entry.source === 'card') refuse(409, 'A refund to a card has left, so it can’t be corrected here.');
      if (entry.corrects !== null || (await correct(tx, { id, at, entry })) !== 'taken back') {
        refuse(409, 'This refund has been corrected already.');
      }
      await touchOrder(tx, order.id);
      const detail = `${order.ref}: ${formatMoney(0 - entry.amount)} wasn’t refunded. ${body.reason}`;
      await recordAudit(tx, { ...audit, detail });
      return 0 - entry.amount;
    });
    return ok(`Corrected: ${formatMoney(pence)} of ${order.ref} counts as paid again.`);
  });
}

/**
 * Records that a reserved order is paid, and enters what it has to pay in the ledger. Refuses where nothing is waiting
 * to be paid.
 * @returns the pence taken
 */
export async function takePayment(
  tx: Writing,
  {
    order: id,
    title,
    entry,
    how,
    at,
    audit,
    detail = '',
    environment,
  }: {
    order: Id;
    /** Of its show. */
    title: string;
    entry: Id;
    how: BoxOfficePaymentMethod;
    at: Instant;
    audit: Omit<Parameters<typeof recordAudit>[1], 'detail'>;
    detail?: string;
  } & Pick<Services, 'environment'>,
): Promise<number> {
  const order = (await findOrderWithTickets(tx, id)) ?? notFound();
  const { due: pence } = await loadOrderAccount(tx, order);
  if (!(await setPaid(tx, { id, how, entry: pence > 0 ? entry : '' }))) {
    refuse(409, `${order.ref} isn’t waiting to be paid any more.`);
  }
  const show = { id: order.show_id, title };
  if (pence > 0) await recordTicketPayment(tx, { entry, show, pence, how, at, environment });
  await recordAudit(tx, {
    ...audit,
    detail: `${order.ref}${pence > 0 ? `: ${formatMoney(pence)} ${paymentMethodLabels[how]}` : ''}${detail}`,
  });
  return pence;
}

/** The log's entry about money taken for an order. */
export const paymentAudit = (request: Parameters<typeof doneBy>[0], order: Id) => ({
  ...doneBy(request),
  action: tookMoney,
  subject: order,
});

const notTheirSlip =
  'At the door you can undo a payment that you recorded yourself, for an hour. Ask the box office to correct this one.';

/** Reverses what an order was paid with in the ledger. */
async function reversePayments(
  tx: Writing,
  payments: OrderAccount['payments'],
  { as, at, ref, environment }: { as: Id; at: Instant; ref: number } & Pick<Services, 'environment'>,
): Promise<void> {
  for (const { id } of payments) {
    const entry = await findEntry(tx, id, environment);
    if (!entry || (await correct(tx, { id: deterministicId(`${as} ${id}`), at, entry })) === 'was given back') {
      refuse(
        409,
        `Some of the money for ${ref} was refunded already. If a refund wasn’t made, press Correct a refund first.`,
      );
    }
  }
}
