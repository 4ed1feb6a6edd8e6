import { seedPlaces } from '#features/box-office/performances/server/index.ts';
import { type DbTransaction, inBatches } from '#platform/server/database/index.ts';
import { buildTicketRow, type NewTicket } from './store/tickets.ts';
import { allocateReferences, type NewOrder, noReturns, noWishes } from './store/update-orders.ts';

/** A past order with its tickets, all of them for one performance. */
interface PastOrder {
  order: NewOrder;
  tickets: readonly NewTicket[];
}

/** Records many past orders at once, oldest first, for performances without sales so far, as the demo does. */
export async function recordPastOrders(tx: DbTransaction, past: readonly PastOrder[]): Promise<void> {
  const first = await allocateReferences(tx, past.length);
  const orders = past.map(({ order: { entry_id: _, ...order } }, at) => ({
    ...{ needs: '', promo: '', ...noWishes, ...noReturns, ...order, ref: first + at, version: 1 },
  }));
  const charges = past.flatMap(({ order: { id, entry_id, paid_by } }) =>
    entry_id ? [{ entry_id, order_id: id, paid_by }] : [],
  );
  const tickets = past.flatMap(({ order, tickets: own }) => own.map((ticket) => buildTicketRow(order.id, ticket)));
  await inBatches(orders, (batch) => tx.insertInto('ticket_order').values(batch).execute());
  await inBatches(charges, (batch) => tx.insertInto('order_charge').values(batch).execute());
  await inBatches(tickets, (batch) => tx.insertInto('ticket').values(batch).execute());
  for (const [performance, own] of Map.groupBy(tickets, ({ performance_id }) => performance_id)) {
    await seedPlaces(
      tx,
      performance,
      own.map(({ id }) => id),
    );
  }
}
