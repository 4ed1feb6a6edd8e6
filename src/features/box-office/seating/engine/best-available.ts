import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { isSeat, type Plan } from '../plan/plan.ts';
import { arrange } from './arrangement.ts';
import { findFreeSeats, findOrphansCausedByChoice, listAdjacentLabels } from './free-seats.ts';
import { noSeatingNeeds } from './needs.ts';
import { pickWheelchairSeats } from './wheelchair-spaces.ts';

/** A request for the best seats. */
export interface SeatRequest {
  count: number;
  /** The number of people who use a wheelchair. */
  wheelchairs?: number;
  /** The party's former seats, which it keeps as far as possible. */
  had?: readonly string[];
}

/**
 * Returns the best seats for a party: together if any row has room for them, or else in as few pieces as possible. If
 * possible, the seats leave no orphan seats. Undefined if there are too few seats or wheelchair spaces.
 */
export function findBestSeats(
  plan: Plan,
  { count, wheelchairs: spaceCount = 0, had = [] }: SeatRequest,
): string[] | undefined {
  const wheelchairs = Math.min(spaceCount, count);
  const still = sortSeats(new Set(had)).filter((seat) => isSeatForSale(plan, seat));
  const own = still.slice(0, count);
  const spacesHad = own.filter((seat) => plan.marks?.[seat]?.kind === 'wheelchair').length;
  const hasEnough = spacesHad >= wheelchairs;
  // A party of unchanged size keeps its seats even if they leave an orphan seat, because it may have chosen them
  const isSizeUnchanged = new Set(had).size === count;
  if (hasEnough && own.length === count && (isSizeUnchanged || findOrphansCausedByChoice(plan, own).length === 0))
    return own;
  const first = spacesHad > 0 || own.length < count ? own : [];
  const spaces = hasEnough ? [] : pickWheelchairSeats(plan, count, wheelchairs);
  if (!hasEnough && spaces.length === 0) return undefined;
  const fixed = spaces.length > 0 ? spaces : first;
  if (fixed.length >= count) return sortSeats(fixed.slice(0, count));
  const rest = count - fixed.length;
  const assignments = { ...plan.assignments, ...Object.fromEntries(fixed.map((seat) => [seat, partyRef])) };
  const they = { ref: partyRef, name: '', count, note: '' };
  const unseated = { party: they, count: rest, needs: noSeatingNeeds, own: fixed, closely: false };
  const { placements: puts, left } = arrange(findFreeSeats({ ...plan, assignments }), [unseated], 'front');
  if (left.length > 0) return undefined;
  return sortSeats([
    ...fixed,
    ...puts.flatMap(({ pieces }) => pieces.flatMap((one) => listAdjacentLabels(one.at, one.count))),
  ]);
}

const partyRef = 'themselves';

/** Returns true if a seat can be sold: it exists, it isn't taken, and it isn't a house seat. */
export const isSeatForSale = (plan: Plan, seat: string): boolean =>
  isSeat(plan, seat) && plan.assignments[seat] === undefined && (plan.marks?.[seat]?.reason ?? '') === '';
