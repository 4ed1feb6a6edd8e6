import type { DbReader } from '#platform/server/database/index.ts';
import type { BookingChange } from '../contract.ts';
import { listStoredBookingChanges } from './store.ts';

export { applyBookingChange } from './change-bookings.ts';
export { recordBookingChange } from './store.ts';

/** Lists the changes to these orders, oldest first. */
export async function listBookingChanges(
  db: DbReader,
  orders: readonly { id: string; ref: number }[],
): Promise<BookingChange[]> {
  const refs = new Map(orders.map(({ id, ref }) => [id, ref]));
  const mods = await listStoredBookingChanges(db, [...refs.keys()]);
  return mods.map(({ id, ref, from_item, change_quantity, to_item, note, is_reservation, order_id }) => ({
    ...{ id, ref, from_item, change_quantity, to_item, note },
    is_reservation: is_reservation === 1,
    order_id,
    order_ref: refs.get(order_id) ?? ref,
  }));
}
