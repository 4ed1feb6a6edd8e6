import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { worthOf } from '../balance.ts';
import type { ListedOrder } from '../contract.ts';
import { countsByType } from '../order.ts';
import { whoIsIn } from './arrivals.ts';
import { moneyOf } from './money.ts';
import { ordersOf } from './store.ts';

/** The orders of a show as the box office's list has them, the latest first. */
export async function listedOrders(
  db: Reading,
  showId: Id,
  { timeZone, all }: { timeZone: string } & Pick<Services, 'all'>,
): Promise<ListedOrder[]> {
  const orders = await ordersOf(db, showId);
  const money = await moneyOf(db, orders);
  const performances = orders.flatMap(({ tickets }) => tickets.map(({ performance_id }) => performance_id));
  const isIn = await whoIsIn(db, performances, { all });
  return orders.map(({ tickets, ...order }) => ({
    ...{ id: order.id, ref: order.ref, name: order.name, email: order.email, phone: order.phone, note: order.note },
    ...{ status: order.status, source: order.source, paid_by: order.paid_by, reason: order.reason },
    created_at: withOffset(order.created_at, timeZone),
    total: money.get(order.id)?.worth ?? 0,
    paid: money.get(order.id)?.paid ?? 0,
    back: money.get(order.id)?.back ?? 0,
    performances: [...Map.groupBy(tickets, ({ performance_id }) => performance_id)].map(([id, own]) => ({
      id,
      tickets: countsByType(own),
      total: worthOf(own),
      arrived: own.filter(isIn).length,
    })),
  }));
}
