import type { Id } from '#platform/server/crypto/ids.ts';
import { inBatches, nextVersion, type Reading, type Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { TicketOrderTable, TicketTable } from './tables.ts';

export interface StoredOrder extends TicketOrderTable {
  /** Those that weren't given back. */
  tickets: TicketTable[];
}

/** The orders of a show, the latest first. */
export async function ordersOf(db: Reading, showId: Id): Promise<StoredOrder[]> {
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

export const findOrder = (db: Reading, id: Id): Promise<TicketOrderTable | undefined> =>
  db.selectFrom('ticket_order').selectAll().where('id', '=', id).executeTakeFirst();

export const ticketsOf = (db: Reading, orderId: Id): Promise<TicketTable[]> =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('given_back_at', 'is', null)
    .orderBy('id')
    .execute();

/** The first of these references that no order has; undefined where all are taken. */
export async function freeRef(db: Reading, refs: readonly number[]): Promise<number | undefined> {
  const rows = await db.selectFrom('ticket_order').select('ref').where('ref', 'in', refs).execute();
  const taken = new Set(rows.map(({ ref }) => ref));
  return refs.find((ref) => !taken.has(ref));
}

export async function recordOrder(
  tx: Writing,
  order: Omit<TicketOrderTable, 'version'>,
  tickets: readonly Omit<TicketTable, 'order_id' | 'given_back_at'>[],
): Promise<void> {
  await tx
    .insertInto('ticket_order')
    .values({ ...order, version: 1 })
    .execute();
  const rows = tickets.map((ticket) => ({ ...ticket, order_id: order.id, given_back_at: null }));
  await inBatches(rows, (batch) => tx.insertInto('ticket').values(batch).execute());
}

/** False where it isn't a reservation any more. */
export async function setPaid(
  tx: Writing,
  { id, how, entry }: { id: Id; how: 'cash' | 'transfer'; entry: Id },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_order')
    .set({ status: 'paid', paid_by: how, entry_id: entry, version: nextVersion })
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an order, with its tickets given back. False where it has ended already. */
export async function endOrder(
  tx: Writing,
  { id, as, at }: { id: Id; as: 'cancelled' | 'refunded'; at: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_order')
    .set({ status: as, version: nextVersion })
    .where('id', '=', id)
    .where('status', 'in', ['paid', 'reserved', 'comp'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .updateTable('ticket')
    .set({ given_back_at: at })
    .where('order_id', '=', id)
    .where('given_back_at', 'is', null)
    .execute();
  return true;
}
