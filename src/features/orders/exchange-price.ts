import { discountOn } from './discount.ts';
import type { OrderStatus } from './order.ts';
import { priceOf } from './ticket-price.ts';

/** A ticket's price, and the rule behind it. */
export interface PricedTicket {
  pence: number;
  discount: number;
  percent: number;
  off_pence: number;
  complimentary: boolean | 0 | 1;
}

type Price = Pick<PricedTicket, 'pence' | 'discount'>;

/**
 * Returns what a ticket costs once its type costs `typePence`: a percentage is taken off the new price, a discount in
 * pounds stays in pounds, and what was given free stays free.
 */
export function priceAfterExchange(ticket: PricedTicket, typePence: number, status: OrderStatus): Price {
  if (status === 'comp' || ticket.complimentary) return { pence: 0, discount: 0 };
  return { pence: typePence, discount: discountOn(typePence, { percent: ticket.percent, pence: ticket.off_pence }) };
}

/** What an exchange costs more than was paid, in pence; below zero where it costs less. */
export const exchangeDifference = (exchanged: readonly { ticket: Price; after: Price }[]): number =>
  exchanged.reduce((sum, { ticket, after }) => sum + priceOf(after) - priceOf(ticket), 0);
