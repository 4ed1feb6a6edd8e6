import { asMoney } from '#platform/shared/money.ts';

/** What a promo code takes off each ticket; one of the two is 0. */
export interface Discount {
  percent: number;
  pence: number;
}

/** Pence off a ticket of that price: never more than it costs. */
export const discountOn = (price: number, { percent, pence }: Discount): number =>
  Math.min(price, pence + Math.round((price * percent) / 100));

/** "20% off", "£2.00 off each ticket". */
export const discountInWords = ({ percent, pence }: Discount): string =>
  percent > 0 ? `${percent}% off` : `${asMoney(pence)} off each ticket`;
