import { createHash } from 'node:crypto';
import type { HeldOrder } from '#features/orders/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { Basket } from './basket-store.ts';

/** The order that a basket becomes. */
export const orderOf = (
  { id, show_id, name, email, phone, note, needs, promo }: Basket,
  { entry, paidBy, at }: { entry: Id; paidBy: '' | 'card'; at: Instant },
): HeldOrder => ({
  ...{ id, show_id, name, email, phone, note, needs, promo },
  ...{ paid_by: paidBy, entry_id: entry, created_at: at },
});

const figures = 900_000;

/** References to choose from, of six figures, made of a basket's id: a settled charge has nobody to draw them. */
export function refsFrom(id: Id): number[] {
  const bytes = createHash('sha512').update(`references ${id}`).digest();
  return Array.from({ length: 16 }, (_, at) => 100_000 + (bytes.readUInt32BE(at * 4) % figures));
}
