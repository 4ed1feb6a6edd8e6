import { formatMoney } from '#platform/shared/money.ts';
import type { OrderAccount } from './contract.ts';
import type { OrderStatus } from './order.ts';
import { calculateFullRefund, formatRefundPlan, planRefund, type RefundPart } from './order-account.ts';
import { calculateDiscount, calculateTicketPrice } from './tickets.ts';

/** A ticket's price, and the rule behind it. */
interface PricedTicket {
  pence: number;
  discount: number;
  percent: number;
  off_pence: number;
  complimentary: boolean | 0 | 1;
}

type Price = Pick<PricedTicket, 'pence' | 'discount'>;
type MoneyHeld = Pick<OrderAccount, 'payments' | 'held' | 'retained'>;

/**
 * Returns the price of a ticket once its type costs `typePence`: a percentage discount is taken off the new price, a
 * discount in pounds stays in pounds, and a complimentary ticket stays free.
 */
export function calculatePriceAfterExchange(ticket: PricedTicket, typePence: number, status: OrderStatus): Price {
  if (status === 'comp' || ticket.complimentary) return { pence: 0, discount: 0 };
  return {
    pence: typePence,
    discount: calculateDiscount(typePence, { percent: ticket.percent, pence: ticket.off_pence }),
  };
}

/** Returns the increase in the price of exchanged tickets, in pence; negative if they cost less. */
export const calculateExchangeDifference = (exchanged: readonly { ticket: Price; after: Price }[]): number =>
  exchanged.reduce((sum, { ticket, after }) => sum + calculateTicketPrice(after) - calculateTicketPrice(ticket), 0);

/**
 * Plans the refund for an exchange. `more` is the increase of the tickets' price in pence; negative if they cost less.
 * Money that the society retained for returned tickets stays retained.
 */
export const planExchangeRefund = (account: MoneyHeld, more: number): RefundPart[] =>
  planRefund(account, Math.min(0 - more, calculateFullRefund(account)));

/** Returns the part of a price reduction that isn't refunded, in pence. `more` is negative for a reduction. */
export const calculateUnrefundedDifference = (more: number, refunded: number): number =>
  Math.max(0, 0 - more) - refunded;

/** Explains to the box office that a price reduction isn't refunded in full; "" if it is refunded in full. */
export const formatUnrefundedDifference = (pence: number): string =>
  pence === 0 ? '' : `${formatMoney(pence)} isn’t refunded: no more money is held for this order.`;

/**
 * Formats what happens to the difference in price. For a refund, the text names each payment that the server will
 * refund.
 */
export function formatExchangeDifference(
  { order, account }: { order: { status: OrderStatus }; account: MoneyHeld },
  more: number,
  difference: 'settle' | 'keep',
): string {
  if (more === 0) return 'The price is the same.';
  if (order.status === 'reserved') {
    return `${formatMoney(Math.abs(more))} ${more > 0 ? 'more' : 'less'} to pay at the door.`;
  }
  if (difference === 'keep') return 'The price stays as it was paid.';
  if (more > 0) return `${formatMoney(more)} more to pay.`;
  return (
    formatRefundPlan(planExchangeRefund(account, more)) || 'No money is held for this order, so nothing is refunded.'
  );
}
