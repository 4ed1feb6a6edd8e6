import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { isSeat, type Plan } from '../plan/plan.ts';
import { arrange } from './arrangement.ts';
import { freeSeatsOf, listAdjacentLabels } from './free-seats.ts';
import { noNeeds } from './needs.ts';
import { findOrphansCausedBy } from './orphan-seats.ts';
import { wheelchairSeats } from './wheelchair-spaces.ts';

/** A request for the best seats. */
export interface SeatRequest {
  count: number;
  /** The number of them in a wheelchair. */
  wheelchairs?: number;
  /** Their former seats, which they keep as far as possible. */
  had?: readonly string[];
}

/**
 * Returns the best seats for a party: together if any row has room for them, else in as few pieces as possible, without
 * orphan seats if another choice leaves none. Undefined if there are too few seats or wheelchair spaces.
 */
export function bestSeats(
  plan: Plan,
  { count, wheelchairs: spaceCount = 0, had = [] }: SeatRequest,
): string[] | undefined {
  const wheelchairs = Math.min(spaceCount, count);
  const still = sortSeats(new Set(had)).filter((seat) => isForSale(plan, seat));
  const own = still.slice(0, count);
  const spacesHad = own.filter((seat) => plan.marks?.[seat]?.kind === 'wheelchair').length;
  const hasEnough = spacesHad >= wheelchairs;
  // They own the number that they had: they have seen them, and perhaps chosen them
  const isAsBefore = new Set(had).size === count;
  if (hasEnough && own.length === count && (isAsBefore || findOrphansCausedBy(plan, own).length === 0)) return own;
  const first = spacesHad > 0 || own.length < count ? own : [];
  const spaces = hasEnough ? [] : wheelchairSeats(plan, count, wheelchairs);
  if (!hasEnough && spaces.length === 0) return undefined;
  const begun = spaces.length > 0 ? spaces : first;
  if (begun.length >= count) return sortSeats(begun.slice(0, count));
  const rest = count - begun.length;
  const assignments = { ...plan.assignments, ...Object.fromEntries(begun.map((seat) => [seat, party])) };
  const they = { ref: party, name: '', count, note: '' };
  const unseated = { party: they, count: rest, needs: noNeeds, own: begun, closely: false };
  const { puts, left } = arrange(freeSeatsOf({ ...plan, assignments }), [unseated], 'front');
  if (left.length > 0) return undefined;
  return sortSeats([
    ...begun,
    ...puts.flatMap(({ pieces }) => pieces.flatMap((one) => listAdjacentLabels(one.at, one.count))),
  ]);
}

const party = 'themselves';

/** Returns true if a seat can be sold: it exists, nobody has it, and it isn't a house seat. */
export const isForSale = (plan: Plan, seat: string): boolean =>
  isSeat(plan, seat) && plan.assignments[seat] === undefined && (plan.marks?.[seat]?.reason ?? '') === '';
