import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { isLive, type OrderStatus, statusNames } from '../order.ts';
import { loadOrderAccount, loadOrderAccounts } from './order-accounts.ts';
import { findWithTickets, ordersFor } from './store.ts';

/** Tickets with their orders' data, including those given back. */
const ticketsWithOrders = (db: Reading) =>
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
export type SoldTicket = Awaited<ReturnType<typeof ticketsAt>>[number];

/** Every ticket that was sold for a performance. */
export const ticketsAt = (db: Reading, performance: Id) =>
  ticketsWithOrders(db).where('ticket.performance_id', '=', performance).execute();

/** The statuses of orders whose visitors come. */
const live = (Object.keys(statusNames) as OrderStatus[]).filter(isLive);

/** The tickets of people who come to these performances: without those given back. */
export const comingTo = (db: Reading, performances: readonly Id[]): Promise<SoldTicket[]> =>
  performances.length === 0
    ? Promise.resolve([])
    : ticketsWithOrders(db)
        .where('ticket.performance_id', 'in', performances)
        .where('ticket.given_back_at', 'is', null)
        .where('ticket_order.status', 'in', live)
        .execute();

/** The tickets of the order with that reference. */
export const ticketsByRef = (db: Reading, ref: number): Promise<SoldTicket[]> =>
  ticketsWithOrders(db).where('ticket_order.ref', '=', ref).execute();

/** The tickets with these ids; no more ids than fit in one query. */
export const ticketsById = (db: Reading, ids: readonly Id[]): Promise<SoldTicket[]> =>
  ids.length === 0 ? Promise.resolve([]) : ticketsWithOrders(db).where('ticket.id', 'in', ids).execute();

/** What each order for a performance still has to pay, in pence: for all its tickets, since it is paid as one. */
export async function dueAt(db: Reading, performance: Id): Promise<Map<Id, number>> {
  const reserved = (await ordersFor(db, performance)).filter(({ status }) => status === 'reserved');
  const tickets = await db
    .selectFrom('ticket')
    .selectAll()
    .where('given_back_at', 'is', null)
    .where('order_id', 'in', (of) =>
      of.selectFrom('ticket').select('order_id').where('performance_id', '=', performance),
    )
    .execute();
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id);
  const accounts = await loadOrderAccounts(
    db,
    reserved.map((order) => ({ ...order, tickets: byOrder.get(order.id) ?? [] })),
  );
  return new Map([...accounts].map(([id, { due }]) => [id, due]));
}

/** The same for one order. */
export async function dueOfOrder(db: Reading, id: Id): Promise<number> {
  const order = await findWithTickets(db, id);
  return order ? (await loadOrderAccount(db, order)).due : 0;
}
