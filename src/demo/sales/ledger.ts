import type { postEntry } from '#features/money/ledger/server/index.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import { computePseudoRandom } from '../people/ids.ts';
import type { DemoShow } from '../society/demo.ts';

export type DemoEntry = Parameters<typeof postEntry>[1];
export type DemoCharge = DemoEntry & { kind: 'charge' };

/** Returns a whole number from 0 up to (not including) `most`, the same for the same keys. */
export const pickRandomBelow = (most: number, ...keys: (string | number)[]) =>
  Math.floor(computePseudoRandom(...keys) * most);

/**
 * Builds the fields that every entry for a day has: its id, the day, and the time at which the treasurer or the
 * cardholder made the entry.
 */
export const buildDatedEntry = (key: string, day: CalendarDate) => ({
  id: deterministicId(`demo entry ${key}`),
  day,
  at: `${day}T19:30:00.000Z`,
});

/** Square's fee for a card paid online in Britain: 1.4 % and 25 p. */
export const calculateSquareFee = (pence: number) => Math.round(pence * 0.014) + 25;

/** The number of the society's years with entries, counting the present one. */
const years = 5;

/**
 * Builds the ledger entries for what the shows took in cash in the five years up to `today`. For shows whose tickets are
 * listed one by one (`itemised`), the tickets are left out. The same day gives the same entries.
 */
export function createDoorTakings(
  shows: readonly DemoShow[],
  today: CalendarDate,
  itemised: ReadonlySet<string> = new Set(),
): DemoEntry[] {
  const began = today.slice(5, 7) < '09' ? getYear(today) - 1 : getYear(today);
  const first = `${began - years + 1}-09-01`;
  return shows
    .filter(({ date, cancelled, date_precision }) => !cancelled && date_precision === 'day' && date >= first)
    .flatMap((show) => takenAt(show, itemised.has(show.id)))
    .filter(({ day = '' }) => day <= today);
}

/**
 * Lists the income of a show in cash: the door takings of each performance (unless `isItemised`), other sales, and a later
 * hire of the costumes.
 */
function takenAt({ id: show_id, title: label, first_date, date }: DemoShow, isItemised: boolean): DemoEntry[] {
  const entries: DemoEntry[] = [];
  const take = (day: CalendarDate, what: string, pence: number, about: DemoCharge['about']) =>
    entries.push({
      ...buildDatedEntry(`${show_id} ${day} ${what}`, day),
      kind: 'charge',
      environment: 'practice',
      source: 'cash',
      pence,
      about,
    });
  for (let day = first_date; !isItemised && day <= date; day = addDays(day, 1)) {
    const seats = 8 + pickRandomBelow(25, 'door', show_id, day);
    take(day, 'tickets', seats * 1250, { about: 'tickets', show_id, label });
  }
  const beside = { about: 'front_of_house', show_id } as const;
  const some = (what: string, least: number, more: number) => 100 * (least + pickRandomBelow(more, what, show_id));
  take(date, 'Programmes', some('Programmes', 60, 80), { ...beside, label: 'Programmes' });
  take(date, 'Refreshments', some('Refreshments', 140, 160), { ...beside, label: 'Refreshments' });
  take(date, 'Raffle', some('Raffle', 70, 60), { ...beside, label: 'Raffle' });
  // Somebody hires the costumes two weeks later
  take(addDays(date, 14), 'Hire', some('Hire', 20, 40), { about: 'front_of_house', show_id: '', label: 'Hire' });
  return entries;
}
