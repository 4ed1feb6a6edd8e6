import { disputedReason } from '#features/money/payments/external-refunds.ts';

/** Why tickets can't be had, where there are too few places or too few of a kind. */
export function formatShortage(
  when: string,
  { left, type }: { left: number; type?: string },
  what = 'Nothing was sold.',
): string {
  if (type) return `There ${left === 1 ? 'is one' : `are ${left}`} of “${type}” left for ${when}. ${what}`;
  if (left === 0) return `${when} is sold out. ${what}`;
  return `There ${left === 1 ? 'is one place' : `are ${left} places`} left for ${when}. ${what}`;
}

/** Why tickets can't be had at another performance. */
export type ExchangeRefusal =
  | { because: 'cancelled' }
  | { because: 'over' }
  | { because: 'no such ticket'; type: string }
  | { because: 'too few'; left: number; type?: string }
  | { because: 'seats'; says: string }
  | { because: 'companion'; says: string }
  /** A card that would be refunded can’t be. */
  | { because: 'no refund'; isDisputed: boolean };

/** Why tickets can't be exchanged for another performance. */
export function formatExchangeRefusal(why: ExchangeRefusal, when: string): string {
  if (why.because === 'cancelled') return `${when} can’t be chosen: it is cancelled, or of another show.`;
  if (why.because === 'over') return `${when} is over: choose a performance still to come. Nothing was changed.`;
  if (why.because === 'no such ticket') return `There are no “${why.type}” tickets for ${when}. Nothing was changed.`;
  if (why.because === 'no refund') {
    if (why.isDisputed) return `${disputedReason} Keep the price that was paid. Nothing was changed.`;
    return 'The difference can’t be refunded to the card here: keep the price that was paid. Nothing was changed.';
  }
  if (why.because === 'seats') return `${why.says} Nothing was changed.`;
  if (why.because === 'companion') return `${why.says} Choose both tickets. Nothing was changed.`;
  return formatShortage(when, why, 'Nothing was changed.');
}
