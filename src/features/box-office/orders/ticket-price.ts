import { formatMoney } from '#platform/shared/money.ts';

/** The fields that a ticket's price is calculated from, in pence. */
interface SoldPrice {
  pence: number;
  discount: number;
}

/** Returns the price at which a ticket was sold, in pence. */
export const calculateTicketPrice = ({ pence, discount }: SoldPrice): number => pence - discount;

/** Returns the total price at which tickets were sold, in pence. */
export const sumTicketPrices = (tickets: readonly SoldPrice[]): number =>
  tickets.reduce((sum, ticket) => sum + calculateTicketPrice(ticket), 0);

/**
 * Returns true if a ticket counts as given away: its order is complimentary, or it is a free ticket in a paid order,
 * such as a companion's. Such a ticket isn't a sale. Tickets from an external shop always count as sold, because their
 * price may be unknown.
 */
export const isGivenAway = (ticket: SoldPrice & { status: string; elsewhere: boolean }): boolean =>
  ticket.status === 'comp' || (ticket.status === 'paid' && !ticket.elsewhere && calculateTicketPrice(ticket) === 0);

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
