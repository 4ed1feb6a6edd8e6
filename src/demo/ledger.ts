import type { enter } from '#features/books/server/index.ts';
import { type Id, idFrom } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate, yearOf } from '#platform/shared/dates.ts';
import type { DemoAccount } from './accounts.ts';
import type { Desk } from './admin-inbox.ts';
import type { DemoShow } from './demo.ts';
import { numberFrom } from './ids/seed-number.ts';

type NewEntry = Parameters<typeof enter>[1];
type Charge = NewEntry & { kind: 'charge' };

/** How many of the society's years have been entered, the present one too. */
const years = 5;

/** Membership cost less in all but the last two of them. */
const before = { dearer: 2, pence: 300 };

const from0To = (most: number, ...words: (string | number)[]) => Math.floor(numberFrom(...words) * most);

/** An entry on that day, made when the treasurer or the card's owner sat down to it. */
const on = (key: string, day: CalendarDate) => ({ id: idFrom(`demo entry ${key}`), day, at: `${day}T19:30:00.000Z` });

/** What Square keeps of a card paid online in Britain: 1.4 % and 25 p. */
const feeOf = (pence: number) => Math.round(pence * 0.014) + 25;

/**
 * What has been paid in five years up to `today`: subscriptions, most of them by card, and what was taken at the doors of
 * shows; a few were given back. The same day gives the same entries.
 */
export function ledger(
  { shows, accounts, plans }: { shows: readonly DemoShow[]; accounts: readonly DemoAccount[]; plans: Desk['plans'] },
  today: CalendarDate,
): NewEntry[] {
  const began = today.slice(5, 7) < '09' ? yearOf(today) - 1 : yearOf(today);
  const first = began - years + 1;
  const subscriptions = accounts.flatMap(({ user }) =>
    Array.from({ length: years }, (_, n) => subscription(user.id, { year: first + n, first, began }, plans)).flat(),
  );
  const doors = shows
    .filter(({ date, cancelled, date_precision }) => !cancelled && date_precision === 'day' && date >= `${first}-09-01`)
    .flatMap(takenAt);
  return [...subscriptions, ...doors].filter(({ day = '' }) => day <= today);
}

/** A member's payment for one year; none where they hadn't joined, or let it lapse. */
function subscription(
  user_id: Id,
  { year, first, began }: { year: number; first: number; began: number },
  plans: Desk['plans'],
): NewEntry[] {
  const joined = first - 8 + from0To(years + 8, 'joined', user_id);
  if (year < joined || (year > joined && numberFrom('lapsed', user_id, year) < 0.06)) return [];
  const kind = numberFrom('plan', user_id);
  const plan = plans[kind < 0.72 ? 0 : kind < 0.84 ? 1 : 2];
  if (!plan) return [];
  const pence = plan.amount - (year <= began - before.dearer ? before.pence : 0);
  // Who joins does so at any time of the year; who stays pays in September, or is reminded
  const late = year === joined && year > first ? 300 : numberFrom('late', user_id, year) < 0.2 ? 80 : 28;
  const key = `subscription ${user_id} ${year}`;
  const paid = numberFrom('source', key);
  const charge: Charge = {
    ...on(key, addDays(`${year}-09-01`, from0To(late, 'day', key))),
    kind: 'charge',
    environment: 'practice',
    source: paid < 0.72 ? 'card' : paid < 0.88 ? 'transfer' : 'cash',
    pence,
    about: { about: 'subscription', plan_id: plan.id, label: plan.levelName },
    payer: { user_id },
  };
  const { day, source, id: charge_id } = charge;
  if (source !== 'card' || day === undefined) return [charge];
  const entries: NewEntry[] = [charge, { ...on(`${key} fee`, day), kind: 'fee', charge_id, pence: feeOf(pence) }];
  if (numberFrom('moved away', key) < 0.06) {
    entries.push({ ...on(`${key} refund`, addDays(day, 5)), kind: 'refund', charge_id, pence });
  }
  return entries;
}

/** What was taken in cash at the door of each night, and beside it on the last. */
function takenAt({ id: show_id, title: label, first_date, date }: DemoShow): NewEntry[] {
  const entries: NewEntry[] = [];
  const take = (day: CalendarDate, what: string, pence: number, about: Charge['about']) =>
    entries.push({
      ...on(`${show_id} ${day} ${what}`, day),
      kind: 'charge',
      environment: 'practice',
      source: 'cash',
      pence,
      about,
    });
  for (let day = first_date; day <= date; day = addDays(day, 1)) {
    const seats = 8 + from0To(25, 'door', show_id, day);
    take(day, 'tickets', seats * 1250, { about: 'tickets', show_id, label });
  }
  const beside = { about: 'front_of_house', show_id } as const;
  const some = (what: string, least: number, more: number) => 100 * (least + from0To(more, what, show_id));
  take(date, 'Programmes', some('Programmes', 60, 80), { ...beside, label: 'Programmes' });
  take(date, 'Refreshments', some('Refreshments', 140, 160), { ...beside, label: 'Refreshments' });
  take(date, 'Raffle', some('Raffle', 70, 60), { ...beside, label: 'Raffle' });
  // Somebody is always glad of the costumes afterwards
  take(addDays(date, 14), 'Hire', some('Hire', 20, 40), { about: 'front_of_house', show_id: '', label: 'Hire' });
  return entries;
}
