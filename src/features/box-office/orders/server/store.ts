import type { TicketType } from '#features/box-office/performances/contract.ts';
import { ticketTypeIds } from '#features/box-office/performances/server/index.ts';
import type { ChargeName, FindChargeNames } from '#features/money/payments/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, inBatches, nextVersion, updateVersionedRow } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PaymentMethod } from '../order.ts';
import { orderPath } from '../paths.ts';
import type { TicketRequest } from '../requested-tickets.ts';
import { isOfType } from '../ticket-type.ts';
import { allocateReferences } from './order-numbers.ts';
import type { OrderChargeTable, TicketOrderTable, TicketTable } from './tables.ts';
import { selectChargesWithCorrectedRefund } from '#features/money/ledger/server/index.ts';

export interface StoredOrder extends TicketOrderTable {
  /** Tickets that weren't returned. */
  tickets: TicketTable[];
}

/** Finds the orders of a show, the latest first. */
export async function findShowOrders(db: DbReader, showId: Id): Promise<StoredOrder[]> {
  const orders = await db
    .selectFrom('ticket_order')
    .selectAll()
    .where('show_id', '=', showId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
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

export const findOrder = (db: DbReader, id: Id): Promise<TicketOrderTable | undefined> =>
  db.selectFrom('ticket_order').selectAll().where('id', '=', id).executeTakeFirst();

export const findOrderTickets = (db: DbReader, orderId: Id): Promise<TicketTable[]> =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('given_back_at', 'is', null)
    .orderBy('id')
    .execute();

/** Returns the tickets of orders that were returned or cancelled, the earliest first. */
export async function listTicketsByReturn(db: DbReader, orderIds: readonly Id[]): Promise<TicketTable[]> {
  const tickets: TicketTable[] = [];
  await inBatches(orderIds, async (some) => {
    const rows = db
      .selectFrom('ticket')
      .selectAll()
      .where('order_id', 'in', some)
      .where('given_back_at', 'is not', null);
    tickets.push(...(await rows.orderBy('given_back_at').orderBy('id').execute()));
  });
  return tickets;
}

/** Finds an order with its tickets. */
export async function findOrderWithTickets(db: DbReader, id: Id): Promise<StoredOrder | undefined> {
  const order = await findOrder(db, id);
  return order && { ...order, tickets: await findOrderTickets(db, id) };
}

/** Moves a ticket to another performance or type. */
export const moveTicket = (
  tx: DbTransaction,
  id: Id,
  ticket: Pick<TicketTable, 'performance_id' | 'type_id' | 'type' | 'pence' | 'discount'>,
) => tx.updateTable('ticket').set(ticket).where('id', '=', id).execute();

/** The buyer, and their contact details. */
type BuyerFields = Pick<TicketOrderTable, 'name' | 'email' | 'phone' | 'note'>;

type SeatWishes = Pick<TicketOrderTable, 'needs' | 'seat_wishes' | 'next_to'>;

/** Returns the order's new version; undefined when somebody else has saved it since that one. */
export const saveWishes = (
  tx: DbTransaction,
  { id, version, by, ...wishes }: SeatWishes & { id: Id; version: number; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(tx.updateTable('ticket_order').set(wishes).where('id', '=', id), version, { by });

/** Shows the note's suggestions again. */
export const clearIgnoredSuggestions = (tx: DbTransaction, id: Id) =>
  tx.updateTable('ticket_order').set({ ignored_suggestions: '' }).where('id', '=', id).execute();

/** Records the decision on a note's suggestion. */
export const recordSuggestionAnswer = (
  tx: DbTransaction,
  { id, by }: { id: Id; by: Id },
  answer: Partial<SeatWishes & Pick<TicketOrderTable, 'ignored_suggestions'>>,
) =>
  tx
    .updateTable('ticket_order')
    .set({ ...answer, version: nextVersion, updated_by: by })
    .where('id', '=', id)
    .execute();

/** Returns its new version; undefined when somebody else has saved the order since that one. */
export const saveBuyer = (
  tx: DbTransaction,
  { id, version, by, ...buyer }: BuyerFields & { id: Id; version: number; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(tx.updateTable('ticket_order').set(buyer).where('id', '=', id), version, { by });

/** Increases an order's version, so that a save of an older one is a conflict. */
export const touchOrder = (tx: DbTransaction, id: Id) =>
  tx.updateTable('ticket_order').set({ version: nextVersion }).where('id', '=', id).execute();

/** Replaces an order's link and the codes of its tickets. */
export const reissueOrder = (tx: DbTransaction, id: Id) =>
  tx
    .updateTable('ticket_order')
    .set((order) => ({ reissued: order('reissued', '+', 1), version: nextVersion }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Finds an order by its reference, with its tickets. */
export async function findOrderByReference(db: DbReader, ref: number): Promise<StoredOrder | undefined> {
  const order = await db.selectFrom('ticket_order').select('id').where('ref', '=', ref).executeTakeFirst();
  return order && findOrderWithTickets(db, order.id);
}

/** Replaces the amount that the society retains for returned tickets. */
export const setRetained = (tx: DbTransaction, id: Id, pence: number) =>
  tx
    .updateTable('ticket_order')
    .set({ kept_pence: Math.max(0, pence) })
    .where('id', '=', id)
    .execute();

/** Records that somebody has yet to decide whether an order's tickets stay valid, or that they have decided. */
export const setUndecided = (tx: DbTransaction, id: Id, undecided: 0 | 1) =>
  tx.updateTable('ticket_order').set({ undecided }).where('id', '=', id).execute();

/** Returns the orders with an open decision about their tickets, the latest first. */
export async function listUndecidedOrders(db: DbReader): Promise<StoredOrder[]> {
  const orders = await db
    .selectFrom('ticket_order')
    .selectAll()
    .where('undecided', '=', 1)
    .where('status', '=', 'paid')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return loadTicketsOfOrders(db, orders);
}

/** Returns the returned tickets of orders. */
export async function listReturnedTickets(db: DbReader, orders: readonly Id[]): Promise<TicketTable[]> {
  const tickets: TicketTable[] = [];
  await inBatches(orders, async (some) => {
    tickets.push(
      ...(await db
        .selectFrom('ticket')
        .selectAll()
        .where('order_id', 'in', some)
        .where('given_back_at', 'is not', null)
        .orderBy('id')
        .execute()),
    );
  });
  return tickets;
}

/** Records why an order's tickets were cancelled. */
export const setCancelReason = (tx: DbTransaction, id: Id, cancel_reason: string) =>
  tx.updateTable('ticket_order').set({ cancel_reason }).where('id', '=', id).execute();

/** Records that cancelled tickets of this many pence are still to be settled with the shop that sold them. */
export const addAmountToSettleElsewhere = (tx: DbTransaction, id: Id, pence: number) =>
  tx
    .updateTable('ticket_order')
    .set((order) => ({ elsewhere_pence: order(order.fn.coalesce('elsewhere_pence', order.val(0)), '+', pence) }))
    .where('id', '=', id)
    .execute();

/**
 * Records that cancelled tickets are settled with the shop that sold them.
 * @returns false if somebody has recorded it before
 */
export async function markSettledElsewhere(tx: DbTransaction, id: Id): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_order')
    .set({ elsewhere_pence: null, version: nextVersion })
    .where('id', '=', id)
    .where('elsewhere_pence', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns external shops' orders that are still to be settled there, the earliest first. */
export const listOrdersToSettleElsewhere = (db: DbReader): Promise<TicketOrderTable[]> =>
  db.selectFrom('ticket_order').selectAll().where('elsewhere_pence', 'is not', null).orderBy('ref').execute();

/**
 * Returns the paid orders that may still have a refund due, the earliest first: tickets were returned, a refund was
 * corrected, or one of these charges paid for them. Their accounts give the amount.
 */
export async function listOrdersMaybeOwed(db: DbReader, charges: readonly Id[]): Promise<StoredOrder[]> {
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
        exists(paid.where('entry_id', 'in', selectChargesWithCorrectedRefund(db))),
        ...(charges.length > 0 ? [exists(paid.where('entry_id', 'in', charges))] : []),
      ]);
    })
    .orderBy('ref')
    .execute();
  return loadTicketsOfOrders(db, orders);
}

/** Adds to orders their valid tickets. */
async function loadTicketsOfOrders(db: DbReader, orders: readonly TicketOrderTable[]): Promise<StoredOrder[]> {
  const tickets: TicketTable[] = [];
  await inBatches(
    orders.map(({ id }) => id),
    async (some) => {
      const rows = db.selectFrom('ticket').selectAll().where('order_id', 'in', some).where('given_back_at', 'is', null);
      tickets.push(...(await rows.orderBy('id').execute()));
    },
  );
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id);
  return orders.map((order) => ({ ...order, tickets: byOrder.get(order.id) ?? [] }));
}

/** Counts the taken tickets of each type at these performances: sold, or held by visitors. */
export async function loadTicketTypeCounts(
  db: DbReader,
  performances: readonly Id[],
  now: Instant,
): Promise<(performance: Id, type: Pick<TicketType, 'id' | 'name'>) => number> {
  if (performances.length === 0) return () => 0;
  const sold = db
    .selectFrom('ticket')
    .select(({ fn, cast }) => ['performance_id', 'type_id', 'type', cast<string>(fn.countAll(), 'text').as('count')])
    .where('performance_id', 'in', performances)
    .where('given_back_at', 'is', null)
    .groupBy(['performance_id', 'type_id', 'type'])
    .execute();
  const held = db
    .selectFrom('held_ticket')
    .select(({ fn, cast }) => ['performance_id', 'type_id', 'type', cast<string>(fn.countAll(), 'text').as('count')])
    .where('performance_id', 'in', performances)
    .where('held_until', '>', now)
    .groupBy(['performance_id', 'type_id', 'type'])
    .execute();
  const [ids, ...rows] = await Promise.all([ticketTypeIds(db, performances), sold, held]);
  const counted = rows.flat();
  return (performance, type) =>
    counted
      .filter((row) => row.performance_id === performance && isOfType(row, type, ids))
      .reduce((sum, { count }) => sum + Number(count), 0);
}

/** Counts the same of one type at one performance. */
export const countOfType = async (
  db: DbReader,
  { performance, type, now }: { performance: Id; type: Pick<TicketType, 'id' | 'name'>; now: Instant },
): Promise<number> => (await loadTicketTypeCounts(db, [performance], now))(performance, type);

/**
 * Returns the ticket type that is short, and the number left; undefined if there are enough. Held tickets count as
 * sold.
 */
export async function findShortage(
  db: DbReader,
  { performance, wanted, now }: { performance: Id; wanted: readonly RequestedType[]; now: Instant },
): Promise<{ left: number; type: string } | undefined> {
  if (wanted.every(({ most }) => most === null)) return undefined;
  const taken = await loadTicketTypeCounts(db, [performance], now);
  for (const { id, name, most, count } of wanted) {
    if (most === null) continue;
    const left = Math.max(0, most - taken(performance, { id, name }));
    if (count > left) return { left, type: name };
  }
  return undefined;
}

type RequestedType = Pick<TicketRequest, 'id' | 'name' | 'most' | 'count'>;

/** The empty wishes of a new order. */
export const noWishes = { seat_wishes: '', next_to: '', ignored_suggestions: '' };

/** The empty return fields of a new order. */
export const noReturns = {
  kept_pence: 0,
  reissued: 0,
  undecided: 0,
  cancel_reason: '',
  elsewhere_pence: null,
} as const;

/** A new order; `entry_id` is the charge in the ledger that paid for it, "" if nothing did. */
export type NewOrder = Omit<
  TicketOrderTable,
  'ref' | 'version' | 'needs' | 'promo' | keyof typeof noWishes | keyof typeof noReturns
> &
  Partial<Pick<TicketOrderTable, 'needs' | 'promo'>> & { entry_id: Id | '' };
export type NewTicket = Omit<TicketTable, 'order_id' | 'given_back_at' | PriceRule> &
  Partial<Pick<TicketTable, PriceRule>>;
type PriceRule = 'discount' | 'percent' | 'off_pence' | 'complimentary';

/** Returns the row of a new ticket. */
export const buildTicketRow = (orderId: Id, ticket: NewTicket): TicketTable => ({
  ...{ discount: 0, percent: 0, complimentary: 0 },
  // A manual price is a discount in pence
  off_pence: ticket.percent ? 0 : (ticket.discount ?? 0),
  ...ticket,
  ...{ order_id: orderId, given_back_at: null },
});

/**
 * Records an order.
 * @returns its reference
 */
export async function recordOrder(
  tx: DbTransaction,
  { entry_id, ...order }: NewOrder,
  tickets: readonly NewTicket[],
): Promise<number> {
  const ref = await allocateReferences(tx, 1);
  await tx
    .insertInto('ticket_order')
    .values({ needs: '', promo: '', ...noWishes, ...noReturns, ...order, ref, version: 1 })
    .execute();
  if (entry_id !== '') await recordOrderCharge(tx, { entry_id, order_id: order.id, paid_by: order.paid_by });
  await recordTickets(tx, order.id, tickets);
  return ref;
}

/** Records that a charge has paid for an order, or for a part of it. */
export const recordOrderCharge = (tx: DbTransaction, charge: OrderChargeTable) =>
  tx.insertInto('order_charge').values(charge).execute();

/** Adds tickets to an order. */
export async function recordTickets(tx: DbTransaction, orderId: Id, tickets: readonly NewTicket[]): Promise<void> {
  const rows = tickets.map((ticket) => buildTicketRow(orderId, ticket));
  await inBatches(rows, (batch) => tx.insertInto('ticket').values(batch).execute());
}

/** Returns false if it isn't a reservation any more. */
export async function markOrderPaid(
  tx: DbTransaction,
  { id, how, entry }: { id: Id; how: PaymentMethod; entry: Id | '' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_order')
    .set({ status: 'paid', paid_by: how, version: nextVersion })
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (entry !== '') await recordOrderCharge(tx, { entry_id: entry, order_id: id, paid_by: how });
  return true;
}

/** Reserves an order again. Without any payment, nothing is retained. */
export const markOrderUnpaid = (tx: DbTransaction, id: Id, { retained }: { retained: number }) =>
  tx
    .updateTable('ticket_order')
    .set({ status: 'reserved', paid_by: '', kept_pence: retained, version: nextVersion })
    .where('id', '=', id)
    .execute();

/** Returns the charges that have paid for orders, in no order. */
export async function listOrderCharges(db: DbReader, orderIds: readonly Id[]): Promise<OrderChargeTable[]> {
  const charges: OrderChargeTable[] = [];
  await inBatches(orderIds, async (some) => {
    charges.push(...(await db.selectFrom('order_charge').selectAll().where('order_id', 'in', some).execute()));
  });
  return charges;
}

/** Finds the references of orders that charges have paid, by the charges' ids. */
export const findOrderLabelsByCharge: FindChargeNames = async (db, chargeIds) => {
  const names = new Map<Id, ChargeName>();
  await inBatches(chargeIds, async (some) => {
    const rows = await db
      .selectFrom('order_charge')
      .innerJoin('ticket_order', 'ticket_order.id', 'order_charge.order_id')
      .select(['order_charge.entry_id', 'ticket_order.ref', 'ticket_order.name', 'ticket_order.id'])
      .where('order_charge.entry_id', 'in', some)
      .execute();
    for (const { entry_id, ref, name: buyer, id } of rows) {
      names.set(entry_id, { ref: `${ref}`, buyer, subject: id, link: orderPath(id) });
    }
  });
  return names;
};

/** Returns the order that a charge has paid. */
export async function findOrderOfCharge(db: DbReader, chargeId: Id): Promise<Id | undefined> {
  const charge = await db
    .selectFrom('order_charge')
    .select('order_id')
    .where('entry_id', '=', chargeId)
    .executeTakeFirst();
  return charge?.order_id;
}

/** Finds the orders that have tickets for a performance, the earliest first. */
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
    .orderBy('id')
    .execute();

/** Returns true if anybody has or had tickets for a performance, returned ones included. */
export const wasEverSold = async (db: DbReader, performanceId: Id): Promise<boolean> =>
  (await db
    .selectFrom('ticket')
    .select('id')
    .where('performance_id', '=', performanceId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Takes tickets out of an order; an order without any left has ended.
 * @returns false if one of them was taken out before: the caller must then refuse, so that the transaction is undone
 */
export async function markTicketsReturned(
  tx: DbTransaction,
  { order, tickets, ended, at }: { order: Id; tickets: readonly Id[]; ended: 'cancelled' | 'refunded'; at: Instant },
): Promise<boolean> {
  let count = 0;
  await inBatches(tickets, async (batch) => {
    const { numUpdatedRows } = await tx
      .updateTable('ticket')
      .set({ given_back_at: at })
      .where('id', 'in', batch)
      .where('order_id', '=', order)
      .where('given_back_at', 'is', null)
      .executeTakeFirst();
    count += Number(numUpdatedRows);
  });
  if (count < tickets.length) return false;
  const isOver = (await findOrderTickets(tx, order)).length === 0;
  await tx
    .updateTable('ticket_order')
    .set({ ...(isOver ? { status: ended } : {}), version: nextVersion })
    .where('id', '=', order)
    .execute();
  return true;
}

/** Finds an order with all of its tickets, including returned ones. */
export async function findOrderWithAllTickets(
  db: DbReader,
  id: Id,
): Promise<(TicketOrderTable & { tickets: TicketTable[] }) | undefined> {
  const order = await findOrder(db, id);
  if (!order) return undefined;
  const tickets = await db
    .selectFrom('ticket')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('pence', 'desc')
    .orderBy('type')
    .orderBy('id')
    .execute();
  return { ...order, tickets };
}

/**
 * Counts the orders of a show that used each promo code, and their tickets that cost something, without ended orders.
 */
export async function countOrdersByPromoCode(
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

/** Counts the free tickets in these orders, without returned ones. */
export async function countFreeTickets(db: DbReader, orders: readonly Id[]): Promise<number> {
  if (orders.length === 0) return 0;
  const tickets = await db
    .selectFrom('ticket')
    .select('id')
    .where('order_id', 'in', orders)
    .where('given_back_at', 'is', null)
    .whereRef('pence', '=', 'discount')
    .execute();
  return tickets.length;
}
