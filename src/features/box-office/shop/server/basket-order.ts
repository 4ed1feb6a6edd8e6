import type { HeldOrder } from '#features/box-office/orders/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { Basket } from './basket-store.ts';

/** Returns the order that a basket becomes. */
export const toOrder = (
  { id, show_id, name, email, phone, note, needs, promo }: Basket,
  { entry, paidBy, at }: { entry: Id; paidBy: '' | 'card'; at: Instant },
): HeldOrder => ({
  ...{ id, show_id, name, email, phone, note, needs, promo },
  ...{ paid_by: paidBy, entry_id: entry, created_at: at },
});
