import { formatMoney } from '#platform/shared/money.ts';

/** A promo code's discount on each ticket; one of the two is 0. */
export interface Discount {
  percent: number;
  pence: number;
}

/** Returns the discount on a ticket of that price, in pence: never more than the price. */
export const calculateDiscount = (price: number, { percent, pence }: Discount): number =>
  Math.min(price, pence + Math.round((price * percent) / 100));

/** Returns a code's discount on a ticket of that price, and the rule behind it; zeros without a code. */
export const applyDiscount = (price: number, code: Discount | undefined) => ({
  discount: code ? calculateDiscount(price, code) : 0,
  percent: code?.percent ?? 0,
  off_pence: code?.pence ?? 0,
});

/** Formats a discount: "20% off", "£2.00 off each ticket". */
export const formatDiscount = ({ percent, pence }: Discount): string =>
  percent > 0 ? `${percent}% off` : `${formatMoney(pence)} off each ticket`;
