import type { DbReader } from '#platform/server/database/index.ts';
import type { BookingMod } from '../contract.ts';
import { listMods } from './store.ts';

export { applyBookingChange } from './apply.ts';
export { recordMod } from './store.ts';

/** Lists the changes to these orders, oldest first. */
export async function listBookingMods(
  db: DbReader,
  orders: readonly { id: string; ref: number }[],
): Promise<BookingMod[]> {
  const refs = new Map(orders.map(({ id, ref }) => [id, ref]));
  const mods = await listMods(db, [...refs.keys()]);
  return mods.map(({ id, ref, from_item, change_quantity, to_item, note, is_reservation, order_id }) => ({
    ...{ id, ref, from_item, change_quantity, to_item, note },
    is_reservation: is_reservation === 1,
    order_id,
    order_ref: refs.get(order_id) ?? ref,
  }));
}
