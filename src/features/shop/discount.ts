import { asMoney } from '#platform/shared/money.ts';

/** A promo code's discount on each ticket; one of the two is 0. */
export interface Discount {
  percent: number;
  pence: number;
}

/** The discount on a ticket of that price, in pence: never more than it costs. */
export const discountOn = (price: number, { percent, pence }: Discount): number =>
  Math.min(price, pence + Math.round((price * percent) / 100));

/** "20% off", "£2.00 off each ticket". */
export const discountInWords = ({ percent, pence }: Discount): string =>
  percent > 0 ? `${percent}% off` : `${asMoney(pence)} off each ticket`;
