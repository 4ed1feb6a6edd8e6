import { formatTime } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { PublicPerformance } from './contract.ts';

type FactSource = Pick<PublicPerformance, 'starts_at' | 'doors_at' | 'cancelled' | 'prices'>;

/** A fact about a show's performances: its name, such as "Curtain up", and its text, such as "7.30pm". */
interface PerformanceFact {
  name: string;
  words: string;
}

export const startFactName = 'Curtain up';

/**
 * Lists the facts that visitors look for first: the start, the opening time of the doors, and the prices. Unknown facts
 * are left out.
 */
export function listPerformanceFacts(performances: readonly FactSource[]): PerformanceFact[] {
  const active = performances.filter(({ cancelled }) => !cancelled);
  const facts = [
    { name: startFactName, words: formatTimes(active) },
    { name: 'Doors', words: formatDoors(active) },
    { name: 'Tickets', words: formatPriceRange(active.flatMap(({ prices }) => prices)) },
  ];
  return facts.filter(({ words }) => words !== '');
}

/** Formats start times: "7.30pm", or "2.30pm or 7.30pm"; "" for none or more than three. */
function formatTimes(performances: readonly FactSource[]): string {
  const moments = performances.map(({ starts_at }) => starts_at).sort((a, b) => (timeOfDay(a) < timeOfDay(b) ? -1 : 1));
  const times = [...new Set(moments.map(formatTime))];
  return times.length > 3 ? '' : times.join(' or ').replace(/ or (?=.* or )/g, ', ');
}

const timeOfDay = (moment: string) => moment.slice(11, 16);

/**
 * Formats when the doors open: "7pm" if the time is the same for all performances; otherwise "30 minutes before" if
 * that is the same for all. "" if both differ, or if any of the times is unknown.
 */
function formatDoors(performances: readonly FactSource[]): string {
  const opened = performances.filter(({ doors_at }) => doors_at !== '');
  if (opened.length < performances.length) return '';
  const times = new Set(opened.map(({ doors_at }) => formatTime(doors_at)));
  const [time] = times;
  if (times.size === 1 && time) return time;
  const waits = new Set(opened.map(({ starts_at, doors_at }) => Date.parse(starts_at) - Date.parse(doors_at)));
  const [wait] = waits;
  return waits.size === 1 && wait !== undefined ? `${wait / minute} minutes before` : '';
}

/** Formats a range of prices: "£12.50", "£9.00 to £12.50" or "Free"; "" for none. Free tickets don't widen a range. */
export function formatPriceRange(prices: readonly { pence: number }[]): string {
  const paid = prices.map(({ pence }) => pence).filter((pence) => pence > 0);
  if (paid.length === 0) return prices.length > 0 ? 'Free' : '';
  const [least, most] = [Math.min(...paid), Math.max(...paid)];
  return least === most ? formatMoney(least) : `${formatMoney(least)} to ${formatMoney(most)}`;
}
