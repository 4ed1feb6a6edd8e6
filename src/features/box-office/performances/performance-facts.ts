import { formatTime } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { PublicPerformance } from './contract.ts';

type Told = Pick<PublicPerformance, 'starts_at' | 'doors_at' | 'cancelled' | 'prices'>;

/** One fact, readable at a glance: "Curtain up", "7.30pm". */
export interface PerformanceFact {
  name: string;
  words: string;
}

/** The name of the fact that tells when it begins. */
export const startFact = 'Curtain up';

/** Returns the facts that people ask for first: when it begins, when the doors open, the price. */
export function factsOf(performances: readonly Told[]): PerformanceFact[] {
  const on = performances.filter(({ cancelled }) => !cancelled);
  const facts = [
    { name: startFact, words: formatTimes(on) },
    { name: 'Doors', words: formatDoors(on) },
    { name: 'Tickets', words: formatPriceRange(on.flatMap(({ prices }) => prices)) },
  ];
  return facts.filter(({ words }) => words !== '');
}

/** "7.30pm", or "2.30pm or 7.30pm" if that depends on the day; "" for none. */
function formatTimes(performances: readonly Told[]): string {
  const moments = performances.map(({ starts_at }) => starts_at).sort((a, b) => (clock(a) < clock(b) ? -1 : 1));
  const times = [...new Set(moments.map(formatTime))];
  return times.length > 3 ? '' : times.join(' or ').replace(/ or (?=.* or )/g, ', ');
}

const clock = (moment: string) => moment.slice(11, 16);

/** "7pm", or the time before the start if that is the same for all; "" if it differs or is unknown. */
function formatDoors(performances: readonly Told[]): string {
  const opened = performances.filter(({ doors_at }) => doors_at !== '');
  if (opened.length < performances.length) return '';
  const times = new Set(opened.map(({ doors_at }) => formatTime(doors_at)));
  const [time] = times;
  if (times.size === 1 && time) return time;
  const waits = new Set(opened.map(({ starts_at, doors_at }) => Date.parse(starts_at) - Date.parse(doors_at)));
  const [wait] = waits;
  return waits.size === 1 && wait !== undefined ? `${wait / minute} minutes before` : '';
}

/** "£12.50", "£9.00 to £12.50", "Free"; "" if there are none. */
export function formatPriceRange(prices: readonly { pence: number }[]): string {
  const paid = prices.map(({ pence }) => pence).filter((pence) => pence > 0);
  if (paid.length === 0) return prices.length > 0 ? 'Free' : '';
  const [least, most] = [Math.min(...paid), Math.max(...paid)];
  return least === most ? formatMoney(least) : `${formatMoney(least)} to ${formatMoney(most)}`;
}
