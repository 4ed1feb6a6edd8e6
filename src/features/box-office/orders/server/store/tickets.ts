import type { TicketType } from '#features/box-office/performances/contract.ts';
import { findTicketTypeIds } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  runInBatches,
} from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { TicketRequest } from '../../requested-tickets.ts';
import { isTicketOfType } from '../../tickets.ts';
import type { TicketTable } from './tables.ts';

/**
 * Increases an order's version, so that saving an older version is a conflict. The change affects neither the buyer nor
 * the seating wishes, or the site makes it by itself, so nobody is named as the person who saved the order.
 */
export const unattributedChange = { version: incrementedVersion, updated_by: null };

export const findValidOrderTickets = (db: DbReader, orderId: Id): Promise<TicketTable[]> =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('given_back_at', 'is', null)
    .orderBy('id')
    .execute();

/**
 * Lists the returned and cancelled tickets of these orders. The tickets of each order are sorted by the time of their
 * return.
 */
export async function listReturnedTickets(db: DbReader, orderIds: readonly Id[]): Promise<TicketTable[]> {
  const tickets: TicketTable[] = [];
  await runInBatches(orderIds, async (some) => {
    const rows = db
      .selectFrom('ticket')
      .selectAll()
      .where('order_id', 'in', some)
      .where('given_back_at', 'is not', null);
    tickets.push(...(await rows.orderBy('given_back_at').orderBy('id').execute()));
  });
  return tickets;
}

/** Moves a ticket to another performance or type, and sets its price. */
export const moveTicket = (
  tx: DbTransaction,
  id: Id,
  ticket: Pick<TicketTable, 'performance_id' | 'type_id' | 'type' | 'pence' | 'discount'>,
) => tx.updateTable('ticket').set(ticket).where('id', '=', id).execute();

/**
 * Counts the tickets at these performances, sold and held in baskets. Returns a function that looks up the count of a
 * type at one of them.
 */
export async function loadTicketCountLookup(
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
  const [ids, ...rows] = await Promise.all([findTicketTypeIds(db, performances), sold, held]);
  const counted = rows.flat();
  return (performance, type) =>
    counted
      .filter((row) => row.performance_id === performance && isTicketOfType(row, type, ids))
      .reduce((sum, { count }) => sum + Number(count), 0);
}

/** Counts the tickets of one type at one performance: sold, and held in baskets. */
export const countTicketsOfType = async (
  db: DbReader,
  { performance, type, now }: { performance: Id; type: Pick<TicketType, 'id' | 'name'>; now: Instant },
): Promise<number> => (await loadTicketCountLookup(db, [performance], now))(performance, type);

/**
 * Returns the first ticket type with too few tickets left, and the number left; undefined if there are enough. Held
 * tickets count as sold.
 */
export async function findTicketTypeShortage(
  db: DbReader,
  { performance, wanted, now }: { performance: Id; wanted: readonly RequestedType[]; now: Instant },
): Promise<{ left: number; type: string } | undefined> {
  if (wanted.every(({ most }) => most === null)) return undefined;
  const taken = await loadTicketCountLookup(db, [performance], now);
  for (const { id, name, most, count } of wanted) {
    if (most === null) continue;
    const left = Math.max(0, most - taken(performance, { id, name }));
    if (count > left) return { left, type: name };
  }
  return undefined;
}

type RequestedType = Pick<TicketRequest, 'id' | 'name' | 'most' | 'count'>;

export type NewTicket = Omit<TicketTable, 'order_id' | 'given_back_at' | OptionalTicketColumn> &
  Partial<Pick<TicketTable, OptionalTicketColumn>>;
type OptionalTicketColumn = 'discount' | 'percent' | 'off_pence' | 'complimentary';

export const buildTicketRow = (orderId: Id, ticket: NewTicket): TicketTable => ({
  ...{ discount: 0, percent: 0, complimentary: 0 },
  // A price set by hand is stored as a discount in pence
  off_pence: ticket.percent ? 0 : (ticket.discount ?? 0),
  ...ticket,
  ...{ order_id: orderId, given_back_at: null },
});

export async function recordTickets(tx: DbTransaction, orderId: Id, tickets: readonly NewTicket[]): Promise<void> {
  const rows = tickets.map((ticket) => buildTicketRow(orderId, ticket));
  await runInBatches(rows, (batch) => tx.insertInto('ticket').values(batch).execute());
}

/**
 * Marks tickets of an order as returned. An order that has no valid tickets left gets the status in `ended`.
 * @returns false if one of them was already returned. The caller must then throw, so that the transaction is rolled
 * back
 */
export async function markTicketsReturned(
  tx: DbTransaction,
  { order, tickets, ended, at }: { order: Id; tickets: readonly Id[]; ended: 'cancelled' | 'refunded'; at: Instant },
): Promise<boolean> {
  let count = 0;
  await runInBatches(tickets, async (batch) => {
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
  const isOver = (await findValidOrderTickets(tx, order)).length === 0;
  await tx
    .updateTable('ticket_order')
    .set({ ...(isOver ? { status: ended } : {}), ...unattributedChange })
    .where('id', '=', order)
    .execute();
  return true;
}

/** Returns true if a performance has tickets, even if all of them were returned. */
export const hasEverHadTickets = async (db: DbReader, performanceId: Id): Promise<boolean> =>
  (await db
    .selectFrom('ticket')
    .select('id')
    .where('performance_id', '=', performanceId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

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
