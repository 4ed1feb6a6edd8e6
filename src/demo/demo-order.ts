import type { sell } from '#features/box-office/orders/server/index.ts';

export type Sale = Parameters<typeof sell>[1];
type Selling = Pick<Parameters<typeof sell>[2], 'body' | 'now'>;

/** An order and its seller: the box office, this site, or another shop. */
export interface DemoOrder {
  sale: Sale;
  selling: Selling;
  by: 'desk' | 'site' | 'other shop';
  /** The promo code that it was paid with; "" for none. */
  promo: string;
}
