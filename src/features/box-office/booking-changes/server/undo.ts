import { calculateUnrefundedDifference, planExchangeRefund } from '#features/box-office/orders/exchange-price.ts';
import { hasDispute, sumRefundParts } from '#features/box-office/orders/order-account.ts';
import { type ExchangeRefusal, formatUndoRefusal } from '#features/box-office/orders/requested-tickets.ts';
import {
  findOrderWithTickets,
  type IssuedRefund,
  issueRefund,
  loadOrderAccount,
  moveTickets,
  type OrderWithTickets,
  returnTickets,
} from '#features/box-office/orders/server/index.ts';
import { sumTicketPrices } from '#features/box-office/orders/tickets.ts';
import { findPerformance, listPerformances } from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { deleteStoredBookingChange, listBookingChangeTickets } from './store.ts';
import type { BookingChangeTable, BookingChangeTicketTable } from './tables.ts';

const performanceGone =
  'The performance that these tickets were for is no longer on the site, so the change can’t be undone. The order hasn’t changed.';

type UndoContext = { as: Id; now: Instant; by: Id | null } & Pick<Services, 'environment' | 'all'>;

/**
 * Undoes a change to bookings: restores the former performance, type and price of moved tickets, returns added tickets,
 * and cancels an order that the change created.
 *
 * @throws 409 with the reason, such as tickets that have changed since or old places that are taken, or 404 if the
 * change was undone before; nothing is changed then
 */
export async function undoBookingChange(
  tx: DbTransaction,
  mod: BookingChangeTable,
  how: UndoContext,
): Promise<{ buyer: OrderWithTickets; refund: IssuedRefund; unrefunded: number }> {
  const order = (await findOrderWithTickets(tx, mod.order_id)) ?? refuseNotFound();
  const own = new Map((await listBookingChangeTickets(tx, mod.id)).map((changed) => [changed.ticket_id, changed]));
  const tickets = order.tickets.filter(
    ({ id, performance_id, type }) =>
      own.has(id) && performance_id === mod.to_performance && foldText(type) === foldText(mod.to_type),
  );
  const changedSince = `These tickets have changed since then. Check order ${order.ref}.`;
  if (tickets.length < own.size) refuse(409, changedSince);
  if (mod.kind === 'new' && order.status === 'paid') {
    refuse(409, `Order ${order.ref} has been paid since then. Cancel it under Bookings instead.`);
  }
  if (!(await deleteStoredBookingChange(tx, mod.id))) refuseNotFound();
  if (mod.kind === 'move') {
    return { buyer: order, ...(await moveTicketsBack(tx, order, { mod, tickets, before: own, ...how })) };
  }
  const refund = await returnTickets(tx, order, {
    ...{ tickets: tickets.map(({ id }) => id), parts: [], as: how.as, at: how.now, by: how.by },
    ...{ environment: how.environment, reason: 'A change was undone' },
  });
  if (!refund) return refuse(409, changedSince);
  return { buyer: order, refund, unrefunded: 0 };
}

/** Moves tickets back, and refunds the amount that the change charged for them. */
async function moveTicketsBack(
  tx: DbTransaction,
  order: OrderWithTickets,
  {
    mod,
    tickets,
    before,
    ...how
  }: UndoContext & {
    mod: BookingChangeTable;
    tickets: OrderWithTickets['tickets'];
    before: ReadonlyMap<Id, BookingChangeTicketTable>;
  },
): Promise<{ refund: IssuedRefund; unrefunded: number }> {
  const { as, now: at, environment, all } = how;
  const to = mod.from_performance;
  const performance = await findPerformance(tx, to);
  if (!performance) return refuse(409, performanceGone);
  const { timeZone } = await readSettings(tx);
  const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
  const refuseToUndo = (why: ExchangeRefusal): never => refuse(409, formatUndoRefusal(why, { when, ref: order.ref }));
  const types = (await listPerformances(tx, order.show_id)).find(({ id }) => id === to)?.types ?? [];
  const [first] = before.values();
  const type =
    types.find(({ id }) => id === first?.from_type_id) ??
    types.find(({ name_key }) => name_key === foldText(mod.from_type));
  if (!type) return refuseToUndo({ because: 'no such ticket', type: mod.from_type });
  const prices = new Map(
    [...before.values()].flatMap(({ ticket_id, from_pence: pence, from_discount: discount }) =>
      pence === null ? [] : [[ticket_id, { pence, discount }] as const],
    ),
  );
  const account = await loadOrderAccount(tx, order);
  const moved = await moveTickets(tx, order, { tickets, to, type: type.id, prices, now: at, all });
  if ('because' in moved) return refuseToUndo(moved);
  const isPaid = order.status === 'paid';
  const after = await findOrderWithTickets(tx, order.id);
  const more = isPaid ? sumTicketPrices(after?.tickets ?? []) - sumTicketPrices(order.tickets) : 0;
  if (more > 0) {
    refuse(
      409,
      `The buyer would have to pay ${formatMoney(more)} more for the former tickets. Exchange the tickets on the page of order ${order.ref} instead.`,
    );
  }
  const parts = planExchangeRefund(account, more);
  const refund = await issueRefund(tx, parts, { as, at, environment, by: how.by, reason: 'A change was undone' });
  if (sumRefundParts(refund) !== sumRefundParts({ parts })) {
    refuseToUndo({ because: 'no refund', isDisputed: hasDispute(account) });
  }
  return { refund, unrefunded: calculateUnrefundedDifference(more, sumRefundParts(refund)) };
}
