import { selectChargesWithReversedRefund } from '#features/money/ledger/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  runInBatches,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { PaymentMethod } from '../../order.ts';
import type { OrderChargeTable, TicketOrderTable, TicketTable } from './tables.ts';
import { findValidOrderTickets, type NewTicket, recordTickets, unattributedChange } from './tickets.ts';

export interface OrderWithTickets extends TicketOrderTable {
  /** The valid tickets, which haven't been returned. */
  tickets: TicketTable[];
}

export const findOrder = (db: DbReader, id: Id): Promise<TicketOrderTable | undefined> =>
  db.selectFrom('ticket_order').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds an order with its valid tickets. */
export async function findOrderWithTickets(db: DbReader, id: Id): Promise<OrderWithTickets | undefined> {
  const order = await findOrder(db, id);
  return order && { ...order, tickets: await findValidOrderTickets(db, id) };
}

/** Finds an order with its valid tickets; throws 404 if there is none. */
export const requireOrder = async (db: DbReader, id: Id): Promise<OrderWithTickets> =>
  (await findOrderWithTickets(db, id)) ?? refuseNotFound();

/** Finds an order with all of its tickets, including returned ones. */
export const findOrderWithAllTickets = async (
  db: DbReader,
  id: Id,
): Promise<(TicketOrderTable & { tickets: TicketTable[] }) | undefined> =>
  (await findOrdersWithAllTickets(db, [id]))[0];

/** Finds orders with all of their tickets, including returned ones. */
export async function findOrdersWithAllTickets(
  db: DbReader,
  ids: readonly Id[],
): Promise<(TicketOrderTable & { tickets: TicketTable[] })[]> {
  const orders = await db.selectFrom('ticket_order').selectAll().where('id', 'in', ids).orderBy('id').execute();
  const tickets = await db
    .selectFrom('ticket')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('pence', 'desc')
    .orderBy('type')
    .orderBy('id')
    .execute();
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id);
  return orders.map((order) => ({ ...order, tickets: byOrder.get(order.id) ?? [] }));
}

/** Finds an order by its reference, with its valid tickets. */
export async function findOrderByReference(db: DbReader, ref: number): Promise<OrderWithTickets | undefined> {
  const order = await db.selectFrom('ticket_order').select('id').where('ref', '=', ref).executeTakeFirst();
  return order && findOrderWithTickets(db, order.id);
}

/** Finds the orders of a show with their valid tickets, latest first. */
export async function findShowOrders(db: DbReader, showId: Id): Promise<OrderWithTickets[]> {
  const orders = await db
    .selectFrom('ticket_order')
    .selectAll()
    .where('show_id', '=', showId)
    .orderBy('created_at', 'desc')
    .orderBy('ref', 'desc')
    .execute();
  const tickets = await db
    .selectFrom('ticket')
    .innerJoin('ticket_order', 'ticket_order.id', 'ticket.order_id')
    .selectAll('ticket')
    .where('ticket_order.show_id', '=', showId)
    .where('ticket.given_back_at', 'is', null)
    .orderBy('ticket.pence', 'desc')
    .orderBy('ticket.type')
    .orderBy('ticket.id')
    .execute();
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id);
  return orders.map((order) => ({ ...order, tickets: byOrder.get(order.id) ?? [] }));
}

/** Finds which of these shows have orders. */
export async function findShowIdsWithOrders(db: DbReader, shows: readonly Id[]): Promise<Set<Id>> {
  const found = new Set<Id>();
  await runInBatches(shows, async (some) => {
    const rows = await db
      .selectFrom('ticket_order')
      .select('show_id')
      .where('show_id', 'in', some)
      .distinct()
      .execute();
    for (const { show_id } of rows) found.add(show_id);
  });
  return found;
}

/** Finds the orders that have valid tickets for a performance, the earliest first. */
export const findPerformanceOrders = (db: DbReader, performanceId: Id): Promise<TicketOrderTable[]> =>
  db
    .selectFrom('ticket_order')
    .selectAll()
    .where('id', 'in', (its) =>
      its
        .selectFrom('ticket')
        .select('order_id')
        .where('performance_id', '=', performanceId)
        .where('given_back_at', 'is', null),
    )
    .where('status', 'in', ['paid', 'reserved', 'comp'])
    .orderBy('created_at')
    .orderBy('ref')
    .execute();

/** Lists the orders with an open decision about their tickets, latest first. */
export async function listUndecidedOrders(db: DbReader): Promise<OrderWithTickets[]> {
  const orders = await db
    .selectFrom('ticket_order')
    .selectAll()
    .where('undecided', '=', 1)
    .where('status', '=', 'paid')
    .orderBy('created_at', 'desc')
    .orderBy('ref', 'desc')
    .execute();
  return attachValidTickets(db, orders);
}

/**
 * Lists the orders whose cancelled tickets are still to be settled with the shop that sold them, by our reference.
 * Version 0.2.0 stored 0 for free tickets, which leave nothing to settle.
 */
export const listOrdersToSettleWithSellers = (db: DbReader): Promise<TicketOrderTable[]> =>
  db.selectFrom('ticket_order').selectAll().where('elsewhere_pence', '>', 0).orderBy('ref').execute();

/**
 * Lists the orders with payments to us for which a refund may still be due, by reference. These are orders with returned
 * tickets, with a corrected refund, or paid by one of these charges. The orders' accounts show how much is due.
 */
export async function listOrdersWithPossibleRefunds(db: DbReader, charges: readonly Id[]): Promise<OrderWithTickets[]> {
  const orders = await db
    .selectFrom('ticket_order')
    .selectAll()
    .where(({ or, eb, selectFrom, exists }) => {
      const paid = selectFrom('order_charge')
        .whereRef('order_charge.order_id', '=', 'ticket_order.id')
        .select('entry_id');
      const returned = selectFrom('ticket').select('order_id').where('given_back_at', 'is not', null);
      return or([
        eb('id', 'in', returned).and(exists(paid)),
        exists(paid.where('entry_id', 'in', selectChargesWithReversedRefund(db))),
        ...(charges.length > 0 ? [exists(paid.where('entry_id', 'in', charges))] : []),
      ]);
    })
    .orderBy('ref')
    .execute();
  return attachValidTickets(db, orders);
}

/**
 * Counts the orders that used each promo code of a show, and their valid tickets that cost something before the
 * discount. Cancelled and refunded orders are left out.
 */
export async function countPromoCodeUses(
  db: DbReader,
  showId: Id,
): Promise<Map<string, { orders: number; tickets: number }>> {
  const rows = await db
    .selectFrom('ticket_order')
    .leftJoin('ticket', (join) =>
      join
        .onRef('ticket.order_id', '=', 'ticket_order.id')
        .on('ticket.given_back_at', 'is', null)
        .on('ticket.pence', '>', 0),
    )
    .select(({ fn, cast }) => [
      'promo',
      cast<string>(fn.count('ticket_order.id').distinct(), 'text').as('orders'),
      cast<string>(fn.count('ticket.id'), 'text').as('tickets'),
    ])
    .where('show_id', '=', showId)
    .where('promo', '<>', '')
    .where('status', 'in', ['paid', 'reserved', 'comp'])
    .groupBy('promo')
    .execute();
  return new Map(
    rows.map(({ promo, orders, tickets }) => [promo, { orders: Number(orders), tickets: Number(tickets) }]),
  );
}

/** Adds the valid tickets to orders. */
async function attachValidTickets(db: DbReader, orders: readonly TicketOrderTable[]): Promise<OrderWithTickets[]> {
  const tickets: TicketTable[] = [];
  await runInBatches(
    orders.map(({ id }) => id),
    async (some) => {
      const rows = db.selectFrom('ticket').selectAll().where('order_id', 'in', some).where('given_back_at', 'is', null);
      tickets.push(...(await rows.orderBy('id').execute()));
    },
  );
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id);
  return orders.map((order) => ({ ...order, tickets: byOrder.get(order.id) ?? [] }));
}

/** The fields of an order without seating requests and without rejected suggestions. */
export const noSeatingRequests = { seat_wishes: '', next_to: '', ignored_suggestions: '' };

/**
 * The initial values of the fields that only change after the sale, when tickets are returned, refunded or reissued.
 */
export const newOrderDefaults = {
  kept_pence: 0,
  reissued: 0,
  undecided: 0,
  cancel_reason: '',
  elsewhere_pence: null,
} as const;

/** A new order; `entry_id` is the ledger charge that paid for it, "" if nothing was paid. */
export type NewOrder = Omit<
  TicketOrderTable,
  'ref' | 'version' | 'needs' | 'promo' | keyof typeof noSeatingRequests | keyof typeof newOrderDefaults
> &
  Partial<Pick<TicketOrderTable, 'needs' | 'promo'>> & { entry_id: Id | '' };

/** Records an order, and returns its reference. */
export async function recordOrder(
  tx: DbTransaction,
  { entry_id, ...order }: NewOrder,
  tickets: readonly NewTicket[],
): Promise<number> {
  const ref = await allocateOrderReferences(tx, 1);
  await tx
    .insertInto('ticket_order')
    .values({ needs: '', promo: '', ...noSeatingRequests, ...newOrderDefaults, ...order, ref, version: 1 })
    .execute();
  if (entry_id !== '') await recordOrderCharge(tx, { entry_id, order_id: order.id, paid_by: order.paid_by });
  await recordTickets(tx, order.id, tickets);
  return ref;
}

/** Records that a charge paid for an order, or for a part of it. */
export const recordOrderCharge = (tx: DbTransaction, charge: OrderChargeTable) =>
  tx.insertInto('order_charge').values(charge).execute();

/**
 * Allocates references for new orders in the transaction of the sale; references are consecutive integers. If the sale
 * is rolled back, its references are free again. The reference of a recorded order is never reused.
 * @returns the first reference
 */
export async function allocateOrderReferences(tx: DbTransaction, count: number): Promise<number> {
  // A database that was emptied, such as that of a restarted demo, has no row for the last reference
  const { last } = await tx
    .insertInto('order_number')
    .values({ id: 'order', last: count })
    .onConflict((clash) => clash.column('id').doUpdateSet((row) => ({ last: row('order_number.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/**
 * Increases an order's version after a change that is stored outside its row, so that saving an older version is a
 * conflict.
 */
export const touchOrder = (tx: DbTransaction, id: Id) =>
  tx.updateTable('ticket_order').set(unattributedChange).where('id', '=', id).execute();

/** The buyer, and their contact details. */
type BuyerFields = Pick<TicketOrderTable, 'name' | 'email' | 'phone' | 'note'>;

/**
 * Saves the buyer of an order. Returns the order's new version; undefined if somebody else has saved the order since
 * `version`.
 */
export const saveBuyer = (
  tx: DbTransaction,
  { id, version, by, ...buyer }: BuyerFields & { id: Id; version: number; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(tx.updateTable('ticket_order').set(buyer).where('id', '=', id), version, { by });

type SeatingRequests = Pick<TicketOrderTable, 'needs' | 'seat_wishes' | 'next_to'>;

/**
 * Saves an order's access needs and seating requests. Returns the order's new version; undefined if somebody else has
 * saved the order since `version`.
 */
export const saveNeedsAndSeatingRequests = (
  tx: DbTransaction,
  { id, version, by, ...wishes }: SeatingRequests & { id: Id; version: number; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(tx.updateTable('ticket_order').set(wishes).where('id', '=', id), version, { by });

/** Clears the rejected suggestions of an order, so that the suggestions from a new note are shown. */
export const clearIgnoredSuggestions = (tx: DbTransaction, id: Id) =>
  tx.updateTable('ticket_order').set({ ignored_suggestions: '' }).where('id', '=', id).execute();

/** Records the decision about a suggestion from an order's note. */
export const recordSuggestionDecision = (
  tx: DbTransaction,
  { id, by }: { id: Id; by: Id },
  answer: Partial<SeatingRequests & Pick<TicketOrderTable, 'ignored_suggestions'>>,
) =>
  tx
    .updateTable('ticket_order')
    .set({ ...answer, version: incrementedVersion, updated_by: by })
    .where('id', '=', id)
    .execute();

/** Replaces an order's link and the codes of its tickets. */
export const reissueOrder = (tx: DbTransaction, id: Id) =>
  tx
    .updateTable('ticket_order')
    .set((order) => ({ reissued: order('reissued', '+', 1), ...unattributedChange }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Marks a reservation as paid. Returns false if it isn't a reservation any more. */
export async function markOrderPaid(
  tx: DbTransaction,
  { id, how, entry }: { id: Id; how: PaymentMethod; entry: Id | '' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_order')
    .set({ status: 'paid', paid_by: how, ...unattributedChange })
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (entry !== '') await recordOrderCharge(tx, { entry_id: entry, order_id: id, paid_by: how });
  return true;
}

/** Turns an order back into a reservation. `retained` is the amount in pence that the society still retains. */
export const markOrderUnpaid = (tx: DbTransaction, id: Id, { retained }: { retained: number }) =>
  tx
    .updateTable('ticket_order')
    .set({ status: 'reserved', paid_by: '', kept_pence: retained, ...unattributedChange })
    .where('id', '=', id)
    .execute();

/** Replaces the amount that the society retains for returned tickets. */
export const setRetainedAmount = (tx: DbTransaction, id: Id, pence: number) =>
  tx
    .updateTable('ticket_order')
    .set({ kept_pence: Math.max(0, pence) })
    .where('id', '=', id)
    .execute();

/** Records whether somebody still has to decide about an order's tickets: 1 if so. */
export const setOrderUndecided = (tx: DbTransaction, id: Id, undecided: 0 | 1) =>
  tx.updateTable('ticket_order').set({ undecided }).where('id', '=', id).execute();

/** Adds a reason for cancelling tickets of an order to those that it has: "One is ill; Not paid in time". */
export function addCancelReason(
  tx: DbTransaction,
  { id, cancel_reason: before }: Pick<TicketOrderTable, 'id' | 'cancel_reason'>,
  reason: string,
) {
  const reasons = new Set([...before.split('; '), reason].filter(Boolean));
  const cancel_reason = [...reasons].join('; ');
  return tx.updateTable('ticket_order').set({ cancel_reason }).where('id', '=', id).execute();
}

/** Adds the price of cancelled tickets to the amount still to be settled with the shop that sold them. */
export const addAmountToSettleWithSeller = (tx: DbTransaction, id: Id, pence: number) =>
  tx
    .updateTable('ticket_order')
    .set((order) => ({ elsewhere_pence: order(order.fn.coalesce('elsewhere_pence', order.val(0)), '+', pence) }))
    .where('id', '=', id)
    .execute();

/** Records that cancelled tickets are settled with the shop that sold them. */
export const markOrderSettledWithSeller = (tx: DbTransaction, id: Id) =>
  tx
    .updateTable('ticket_order')
    .set({ elsewhere_pence: null, ...unattributedChange })
    .where('id', '=', id)
    .execute();
