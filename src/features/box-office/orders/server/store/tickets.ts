import type { TicketType } from '#features/box-office/performances/contract.ts';
import { findSeatsOfTickets, findTicketTypeIds } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  runInBatches,
} from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { isLiveOrder, type OrderStatus, orderStatusLabels } from '../../order.ts';
import type { TicketRequest } from '../../requested-tickets.ts';
import { isTicketOfType } from '../../tickets.ts';
import type { TicketTable } from './tables.ts';

/**
 * The fields of a change for which no user is recorded: it affects neither the buyer nor the seating wishes, or the
 * site makes it by itself. The version is increased, so that saving an older version is a conflict.
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

/** Selects tickets with their orders' data, including returned ones. */
const selectTicketsWithOrders = (db: DbReader) =>
  db
    .selectFrom('ticket')
    .innerJoin('ticket_order', 'ticket_order.id', 'ticket.order_id')
    .select([
      'ticket.id',
      'ticket.order_id',
      'ticket.performance_id',
      'ticket.type',
      'ticket.given_back_at',
      'ticket_order.ref',
      'ticket_order.name',
      'ticket_order.note',
      'ticket_order.needs',
      'ticket_order.status',
      'ticket_order.reissued',
    ])
    .orderBy('ticket_order.ref')
    .orderBy('ticket.pence', 'desc')
    .orderBy('ticket.type')
    .orderBy('ticket.id');

/** A ticket with its order's data. It may have been returned. */
export type TicketWithOrder = Awaited<ReturnType<typeof findPerformanceTickets>>[number];

/** Finds the tickets for a performance, including returned ones. */
export const findPerformanceTickets = (db: DbReader, performance: Id) =>
  selectTicketsWithOrders(db).where('ticket.performance_id', '=', performance).execute();

/** The statuses of orders with valid tickets. */
const liveStatuses = (Object.keys(orderStatusLabels) as OrderStatus[]).filter(isLiveOrder);

/** Finds the valid tickets for these performances. */
export const findValidPerformanceTickets = (db: DbReader, performances: readonly Id[]): Promise<TicketWithOrder[]> =>
  performances.length === 0
    ? Promise.resolve([])
    : selectTicketsWithOrders(db)
        .where('ticket.performance_id', 'in', performances)
        .where('ticket.given_back_at', 'is', null)
        .where('ticket_order.status', 'in', liveStatuses)
        .execute();

/** Finds the tickets of the order with the reference `ref`, including returned ones. */
export const findTicketsByOrderRef = (db: DbReader, ref: number): Promise<TicketWithOrder[]> =>
  selectTicketsWithOrders(db).where('ticket_order.ref', '=', ref).execute();

/** Finds the tickets with these ids, which must fit in one query. */
export const findTicketsById = (db: DbReader, ids: readonly Id[]): Promise<TicketWithOrder[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectTicketsWithOrders(db).where('ticket.id', 'in', ids).execute();

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
 * Marks tickets of an order as returned. If the order then has no valid tickets left, it gets the status `ended`.
 *
 * @returns false if one of the tickets was already returned. The caller must then throw, so that the transaction is
 * rolled back
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

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /**
     * Functions that find the checked-in tickets of these performances. The result maps each ticket to the performance
     * at which it was checked in.
     */
    arrivals: readonly ((db: DbReader, performances: readonly Id[]) => Promise<ReadonlyMap<Id, Id>>)[];
  }
}

interface TicketAtPerformance {
  id: Id;
  performance_id: Id;
}

/**
 * Loads a function that returns true for a ticket that is checked in at its performance. The function only covers the
 * given performances.
 */
export async function loadCheckedInPredicate(
  db: DbReader,
  performances: Iterable<Id>,
  { all }: Pick<Services, 'all'>,
): Promise<(ticket: TicketAtPerformance) => boolean> {
  const distinctPerformances = [...new Set(performances)];
  const arrived = await Promise.all(all('arrivals').map((arrivals) => arrivals(db, distinctPerformances)));
  return ({ id, performance_id }) => arrived.some((at) => at.get(id) === performance_id);
}

/**
 * Adds two fields to each ticket: `seat`, which is "" if the ticket has none, and `is_in`, which is true if its holder
 * is checked in.
 */
export async function loadSeatsAndCheckIns<Ticket extends TicketAtPerformance>(
  db: DbReader,
  tickets: readonly Ticket[],
  services: Pick<Services, 'all'>,
): Promise<(Ticket & { seat: string; is_in: boolean })[]> {
  const seats = await findSeatsOfTickets(
    db,
    tickets.map(({ id }) => id),
  );
  const performances = tickets.map(({ performance_id }) => performance_id);
  const isIn = await loadCheckedInPredicate(db, performances, services);
  return tickets.map((ticket) => ({ ...ticket, seat: seats.get(ticket.id) ?? '', is_in: isIn(ticket) }));
}
