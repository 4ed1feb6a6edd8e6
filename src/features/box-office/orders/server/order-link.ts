import { timingSafeEqual } from 'node:crypto';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Services } from '#platform/server/feature/feature.ts';

/** An order, and the number of times the box office has replaced its link and its codes. */
export interface IssuedOrder {
  id: Id;
  reissued: number;
}

/** Input for an order's link and codes. It changes with each reissue, so that old ones stop working. */
export const toIssueId = (id: Id, { reissued }: Pick<IssuedOrder, 'reissued'>): string =>
  reissued === 0 ? id : `${id} ${reissued}`;

const computeOrderKey = (encryption: Services['encryption'], order: IssuedOrder) =>
  encryption.hash(toIssueId(order.id, order), 'order page');

/** Returns the path of the page that shows an order to anybody with its link. The link is stored nowhere. */
export const buildOrderPath = (encryption: Services['encryption'], order: IssuedOrder): string =>
  `/tickets/order/${order.id}/${computeOrderKey(encryption, order)}`;

/** Returns true if the key is that of the order's link. */
export function isOrderKey(
  encryption: Services['encryption'],
  { key, ...order }: IssuedOrder & { key: string },
): boolean {
  const [given, right] = [Buffer.from(key), Buffer.from(computeOrderKey(encryption, order))];
  return given.length === right.length && timingSafeEqual(given, right);
}
