import { disputedPaymentReason } from '#features/money/payments/refund-issues.ts';

/**
 * Explains that there are too few places, or too few tickets of a type. `what` is a sentence about the result, such as
 * "No tickets were sold."
 */
export function formatPlaceShortage(
  when: string,
  { left, type }: { left: number; type?: string },
  what = 'No tickets were sold.',
): string {
  if (type)
    return left === 0
      ? `There are no “${type}” tickets left for ${when}. ${what}`
      : `There ${left === 1 ? 'is only one' : `are only ${left}`} “${type}” ${left === 1 ? 'ticket' : 'tickets'} left for ${when}. ${what}`;
  if (left === 0) return `${when} is sold out. ${what}`;
  return `There ${left === 1 ? 'is only one place' : `are only ${left} places`} left for ${when}. ${what}`;
}

/** The reason why tickets can't be exchanged. */
export type ExchangeRefusal =
  | { because: 'cancelled' }
  | { because: 'over' }
  | { because: 'no such ticket'; type: string }
  | { because: 'too few'; left: number; type?: string }
  | { because: 'seats'; says: string }
  | { because: 'companion'; says: string }
  /** The difference can’t be refunded to the card. */
  | { because: 'no refund'; isDisputed: boolean };

/** Explains why tickets can't be exchanged. `when` is the requested performance. */
export function formatExchangeRefusal(why: ExchangeRefusal, when: string): string {
  if (why.because === 'cancelled') return `You can’t choose ${when}: it’s cancelled, or it belongs to another show.`;
  if (why.because === 'over') return `${when} is over: choose a performance still to come. The order hasn’t changed.`;
  if (why.because === 'no such ticket')
    return `There are no “${why.type}” tickets for ${when}. The order hasn’t changed.`;
  if (why.because === 'no refund') {
    if (why.isDisputed) return `${disputedPaymentReason} Keep the price that was paid. The order hasn’t changed.`;
    return 'The difference can’t be refunded to the card here: keep the price that was paid. The order hasn’t changed.';
  }
  if (why.because === 'seats') return `${why.says} The order hasn’t changed.`;
  if (why.because === 'companion') return `${why.says} Choose both tickets. The order hasn’t changed.`;
  return formatPlaceShortage(when, why, 'The order hasn’t changed.');
}
