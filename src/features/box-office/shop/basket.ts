import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { addMs, getEarliestInstant, getLatestInstant, minute } from '#platform/shared/dates/durations.ts';
import { formatEndTime, formatRelativeEnd } from '#platform/shared/dates/short-dates.ts';

/** The minutes for which tickets are held while a visitor chooses and pays. */
export const holdMinutes = 10;

/**
 * Formats the promise that visitors see before they choose tickets. If the sale ends today, the promise names its end,
 * because no hold lasts longer. A basket that was begun earlier may be held for less than ten minutes.
 */
export function formatHoldPromise(saleEndsAt: string | undefined, today: CalendarDate): string {
  const promise = `We’ll hold your tickets for up to ${holdMinutes} minutes while you pay`;
  const endsToday = saleEndsAt !== undefined && formatRelativeEnd(saleEndsAt, today) === formatEndTime(saleEndsAt);
  return endsToday ? `${promise}, but not after ${formatEndTime(saleEndsAt)}, when the sale ends.` : `${promise}.`;
}

/**
 * The maximum number of tickets in a basket, enough for a large family. The limit prevents one basket from taking a
 * whole house; larger parties write to the box office.
 */
export const maxTicketsPerBasket = 20;

/**
 * The maximum time in minutes for which a basket holds tickets, even if it changes. After that, others get a chance.
 */
const maxHoldMinutes = 30;

/** The maximum time in minutes for which a basket holds tickets while few places are left. */
const maxHoldMinutesIfScarce = 15;

interface HoldPeriod {
  created_at: string;
  held_until: string;
  /** True if the visitor has emptied the basket. */
  isEmptied?: boolean;
  /** 1 if the basket has or had tickets from a scarce pool. Removing them doesn't extend the hold. */
  scarce?: 0 | 1;
}

/** Returns the maximum time in milliseconds for which a basket holds tickets. */
const getMaxHoldMs = ({ scarce }: Pick<HoldPeriod, 'scarce'>): number =>
  (scarce === 1 ? maxHoldMinutesIfScarce : maxHoldMinutes) * minute;

/**
 * Returns the start of the period that limits a basket's hold, for a change made at `now`. The period is half an hour,
 * or a quarter of an hour while few places are left. A change to an expired basket starts a new period; an emptied
 * basket keeps its period until that is over.
 */
export function getHoldStart(basket: HoldPeriod, now: string): string {
  const { created_at, held_until, isEmptied = false } = basket;
  const continues = held_until > now || (isEmptied && addMs(created_at, getMaxHoldMs(basket)) > now);
  return continues ? created_at : now;
}

/**
 * Returns the time until which a basket's tickets are held after a change. That is ten minutes, but no longer than half
 * an hour in all, or a quarter of an hour while few places are left. A change never shortens a hold.
 */
export function calculateHoldExpiry(basket: HoldPeriod, now: string): string {
  const last = addMs(getHoldStart(basket, now), getMaxHoldMs(basket));
  const until = getEarliestInstant(addMs(now, holdMinutes * minute), last);
  return basket.held_until <= now ? until : getLatestInstant(until, basket.held_until);
}

/** Returns the latest time until which a basket can be held before it is paid, however often it changes. */
export const getLatestHoldEnd = ({ created_at }: Pick<HoldPeriod, 'created_at'>): string =>
  addMs(created_at, maxHoldMinutes * minute);

/**
 * The maximum number of tickets that the visitors of one network, such as a household or a school, may hold at the same
 * time. Wider networks may hold a multiple of it (`listNetworkLevels`).
 */
export const maxHeldTicketsPerNetwork = 40;

interface PricedTicket {
  performance_id: string;
  type_id: string;
  type: string;
  pence: number;
  discount: number;
}

/** A number of tickets of one type, at one price. */
interface BasketLine {
  type_id: string;
  type: string;
  pence: number;
  count: number;
}

/** Converts requested tickets to lines of a basket. */
export const toBasketLines = (
  wanted: readonly { id: string; name: string; pence: number; count: number }[],
): BasketLine[] => wanted.map(({ id, name, pence, count }) => ({ type_id: id, type: name, pence, count }));

/** Groups a basket's tickets into lines for each performance, in the order of the tickets. */
export function groupIntoBasketLines(tickets: readonly PricedTicket[]): { performance: string; lines: BasketLine[] }[] {
  return [...Map.groupBy(tickets, ({ performance_id }) => performance_id)].map(([performance, own]) => ({
    performance,
    lines: [...Map.groupBy(own, ({ type_id, type, pence }) => `${pence} ${type_id} ${type}`)].flatMap(([, same]) => {
      const [first] = same;
      return first ? [{ type_id: first.type_id, type: first.type, pence: first.pence, count: same.length }] : [];
    }),
  }));
}

/** Returns the total price of tickets after discounts, and the total of the discounts, in pence. */
export const sumPricesAndDiscounts = (
  tickets: readonly Pick<PricedTicket, 'pence' | 'discount'>[],
): { total: number; discount: number } => ({
  total: tickets.reduce((sum, { pence, discount }) => sum + pence - discount, 0),
  discount: tickets.reduce((sum, ticket) => sum + ticket.discount, 0),
});

/**
 * Returns the announcement for screen readers once five minutes, one minute or no time is left; "" while more than five
 * minutes are left.
 */
export function formatTimeLeftAnnouncement(seconds: number): string {
  if (seconds > 5 * 60) return '';
  if (seconds > 60) return 'Less than five minutes left to pay.';
  return seconds > 0 ? 'Less than a minute left to pay.' : 'Your time has run out.';
}
