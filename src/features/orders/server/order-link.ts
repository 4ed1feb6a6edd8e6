import { timingSafeEqual } from 'node:crypto';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Services } from '#platform/server/feature/feature.ts';

const keyOf = (encryption: Services['encryption'], id: Id) => encryption.hash(id, 'order page');

/** The path of the page that shows an order to whoever has its link. The link is stored nowhere. */
export const orderLink = (encryption: Services['encryption'], id: Id): string =>
  `/tickets/order/${id}/${keyOf(encryption, id)}`;

/** Whether somebody has the link of an order. */
export function isOrderKey(encryption: Services['encryption'], { id, key }: { id: Id; key: string }): boolean {
  const [given, right] = [Buffer.from(key), Buffer.from(keyOf(encryption, id))];
  return given.length === right.length && timingSafeEqual(given, right);
}
