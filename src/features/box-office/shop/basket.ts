import { earliestInstant, later, latestInstant, minute } from '#platform/shared/dates/durations.ts';

/** The time for which tickets are held while somebody chooses and pays. */
export const holdMinutes = 10;

/** More than a family: larger parties write to the box office, so that nobody's basket empties a house. */
export const maxTicketsPerBasket = 20;

/** The maximum hold, even if the basket changes again and again, so that others get a chance. */
const maxHoldMinutes = 30;

/** The same while few places are left. */
const maxHoldMinutesIfScarce = 15;

interface HoldPeriod {
  created_at: string;
  held_until: string;
  /** True if its visitor has emptied it. */
  isEmptied?: boolean;
  /** 1 if it has tickets of a performance with few places left. */
  scarce?: 0 | 1;
}

/**
 * Returns the start of the half hour of a basket that changes now. An expired basket starts another; an emptied one
 * doesn't before its half hour is over.
 */
export function getHoldStart({ created_at, held_until, isEmptied = false }: HoldPeriod, now: string): string {
  const continues = held_until > now || (isEmptied && later(created_at, maxHoldMinutes * minute) > now);
  return continues ? created_at : now;
}

/**
 * Returns until when a basket's tickets are held after a change: ten minutes, and no longer than half an hour in all, or
 * a quarter of an hour while few places are left.
 */
export function calculateHoldExpiry(basket: HoldPeriod, now: string): string {
  const most = basket.scarce === 1 ? maxHoldMinutesIfScarce : maxHoldMinutes;
  const last = later(getHoldStart(basket, now), most * minute);
  const until = earliestInstant(later(now, holdMinutes * minute), last);
  return basket.held_until <= now ? until : latestInstant(until, basket.held_until);
}

/** Returns the latest moment until which a basket that began then can be held before its payment. */
export const getLatestHoldEnd = ({ created_at }: Pick<HoldPeriod, 'created_at'>): string =>
  later(created_at, maxHoldMinutes * minute);

/** The maximum from one network at a time, which a household or a school shares. */
export const maxHeldPerNetwork = 40;

interface PricedTicket {
  performance_id: string;
  type_id: string;
  type: string;
  pence: number;
  discount: number;
}

/** A number of tickets of one kind, at one price. */
export interface BasketLine {
  type_id: string;
  type: string;
  pence: number;
  count: number;
}

/** Returns requested tickets as lines of a basket. */
export const toBasketLines = (
  wanted: readonly { id: string; name: string; pence: number; count: number }[],
): BasketLine[] => wanted.map(({ id, name, pence, count }) => ({ type_id: id, type: name, pence, count }));

/** Groups a basket's tickets by performance, in its order. */
export function groupIntoLines(tickets: readonly PricedTicket[]): { performance: string; lines: BasketLine[] }[] {
  return [...Map.groupBy(tickets, ({ performance_id }) => performance_id)].map(([performance, own]) => ({
    performance,
    lines: [...Map.groupBy(own, ({ type_id, type, pence }) => `${pence} ${type_id} ${type}`)].flatMap(([, same]) => {
      const [first] = same;
      return first ? [{ type_id: first.type_id, type: first.type, pence: first.pence, count: same.length }] : [];
    }),
  }));
}

/** Returns the price of tickets and the discount, in pence. */
export const sumTickets = (
  tickets: readonly Pick<PricedTicket, 'pence' | 'discount'>[],
): { total: number; discount: number } => ({
  total: tickets.reduce((sum, { pence, discount }) => sum + pence - discount, 0),
  discount: tickets.reduce((sum, ticket) => sum + ticket.discount, 0),
});

/**
 * Returns the screen reader's announcement as the time runs out: at five minutes left, and at one. "" at other times.
 */
export function formatTimeLeftAnnouncement(seconds: number): string {
  if (seconds > 5 * 60) return '';
  if (seconds > 60) return 'Five minutes left to pay.';
  return seconds > 0 ? 'One minute left to pay.' : 'Your time has run out.';
}
