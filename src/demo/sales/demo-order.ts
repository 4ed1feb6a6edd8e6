import type { sellTickets } from '#features/box-office/orders/server/index.ts';

export type DemoSale = Parameters<typeof sellTickets>[1];
type Selling = Pick<Parameters<typeof sellTickets>[2], 'body' | 'now'>;

/** An order and its seller: the box office, this site, or another shop. */
export interface DemoOrder {
  sale: DemoSale;
  selling: Selling;
  by: 'desk' | 'site' | 'other shop';
  /** The promo code used for the payment; "" for none. */
  promo: string;
}
