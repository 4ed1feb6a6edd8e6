import { findSeatsOfTickets } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { isLiveOrder, type OrderStatus, orderStatusLabels } from '../../order.ts';
import { findOrderWithTickets, findPerformanceOrders } from '../store/find-orders.ts';
import { loadOrderAccounts } from '../store/order-accounts.ts';

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

/** The balance of an order as the door needs it, in pence. */
interface OrderBalance {
  /** The price of the order's valid tickets. */
  sold: number;
  /** The amount still to pay. */
  due: number;
  /** Refunds, made or requested, for tickets that are still valid. */
  refunded: number;
  /** The amount in dispute at the cardholder's bank. */
  disputed: number;
}

async function loadBalances(
  db: DbReader,
  orders: Parameters<typeof loadOrderAccounts>[1],
): Promise<Map<Id, OrderBalance>> {
  const accounts = await loadOrderAccounts(db, orders);
  return new Map(
    [...accounts].map(([id, account]) => {
      const { sold, due, refunded_valid: refunded } = account;
      const disputed = account.payments.reduce((sum, payment) => sum + payment.disputed, 0);
      return [id, { sold, due, refunded, disputed }];
    }),
  );
}

/** Finds the balances of the orders with tickets for a performance. A balance covers the whole order. */
export async function findPerformanceOrderBalances(db: DbReader, performance: Id): Promise<Map<Id, OrderBalance>> {
  const tickets = await db
    .selectFrom('ticket')
    .selectAll()
    .where('given_back_at', 'is', null)
    .where('order_id', 'in', (of) =>
      of.selectFrom('ticket').select('order_id').where('performance_id', '=', performance),
    )
    .execute();
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id);
  const orders = await findPerformanceOrders(db, performance);
  return loadBalances(
    db,
    orders.map((order) => ({ ...order, tickets: byOrder.get(order.id) ?? [] })),
  );
}

export async function findOrderBalance(db: DbReader, id: Id): Promise<OrderBalance> {
  const order = await findOrderWithTickets(db, id);
  const balances = await loadBalances(db, order ? [order] : []);
  return balances.get(id) ?? { sold: 0, due: 0, refunded: 0, disputed: 0 };
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

/** Adds to each ticket its seat, "" if it has none, and whether its holder is checked in. */
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
