import { formatMoney } from '#platform/shared/money.ts';
import { countsByType, formatTicketCounts, type OrderStatus, paymentMethodLabels } from '../order.ts';
import { formatRefund } from '../order-account.ts';
import type { Exchanged } from './exchange.ts';

/** "2 Adult"; if they become another type, "2 Adult as Child". */
export function exchangeLabel(tickets: readonly { type: string }[], become?: string): string {
  const were = formatTicketCounts(countsByType(tickets));
  return become === undefined || tickets.every(({ type }) => type === become) ? were : `${were} as ${become}`;
}

/** Tells the box office the outcome of the difference; "" if there is none. */
export function differenceSettled(
  { status }: { status: OrderStatus },
  { more, charged, how, kept, refund }: Pick<Exchanged, 'more' | 'charged' | 'how' | 'kept' | 'refund'>,
): string {
  if (kept !== 0) {
    const left = kept > 0 ? `${formatMoney(kept)} more isn’t charged` : `${formatMoney(-kept)} isn’t refunded`;
    return `The price stays as it was paid: ${left}.`;
  }
  if (charged > 0) return `${formatMoney(charged)} more taken ${paymentMethodLabels[how]}.`;
  if (refund.parts.length > 0) return `Refunded ${formatRefund(refund.parts)}.`;
  if (status === 'reserved' && more !== 0)
    return `${formatMoney(Math.abs(more))} ${more > 0 ? 'more' : 'less'} to pay.`;
  return '';
}

/** Tells a buyer the additional payment for an exchange. */
export const chargeNews = ({ charged, how }: Pick<Exchanged, 'charged' | 'how'>): string[] =>
  charged > 0 ? [`You paid ${formatMoney(charged)} more ${paymentMethodLabels[how]}.`] : [];
