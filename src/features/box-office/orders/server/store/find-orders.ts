import { selectChargesWithReversedRefund } from '#features/money/ledger/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, runInBatches } from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { TicketOrderTable, TicketTable } from './tables.ts';
import { findValidOrderTickets } from './tickets.ts';

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
