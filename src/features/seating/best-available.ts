import { fullWidth } from '#features/performances/capacity.ts';
import type { SeatKind } from '#features/performances/seat-marks.ts';
import { inOrder, placeOf, seatsInWords } from '#features/performances/seats.ts';
import { arrange } from './arrange.ts';
import { houseOf, labelsFrom, singlesIn, take } from './house.ts';
import { noNeeds } from './needs.ts';
import { isSeat, beside as nextTo, type Plan } from './plan.ts';

/**
 * This many wheelchair spaces, side by side if possible, and companion seats beside them for the rest of a party of
 * `count`: the choice with the most of those. Empty where fewer spaces are free.
 */
export function wheelchairSeats(plan: Plan, count: number, wheelchairs = 1): string[] {
  const isFree = (seat: string | undefined, kind: SeatKind): seat is string =>
    seat !== undefined &&
    plan.assignments[seat] === undefined &&
    plan.marks?.[seat]?.kind === kind &&
    plan.marks[seat].reason === '';
  const spaces = inOrder(Object.keys(plan.marks ?? {})).filter(
    (seat) => isSeat(plan, seat) && isFree(seat, 'wheelchair'),
  );
  const groups = spaces.slice(0, Math.max(0, spaces.length - wheelchairs + 1)).map((_, at) => {
    const own = spaces.slice(at, at + wheelchairs);
    const beside = [1, -1].flatMap((by) => own.map((seat) => nextTo(plan, seat, by)));
    const companions = new Set(beside.filter((one) => isFree(one, 'companion')));
    return { seats: [...own, ...[...companions].slice(0, count - wheelchairs)], far: spanOf(own) };
  });
  const isBetter = (a: (typeof groups)[number], b: (typeof groups)[number]) =>
    (b.seats.length - a.seats.length || a.far - b.far) < 0;
  return groups.reduce((best, one) => (isBetter(one, best) ? one : best), groups[0] ?? { seats: [], far: 0 }).seats;
}

/** How far the last of some seats in order is from the first: another row is further than the end of one. */
function spanOf(seats: readonly string[]): number {
  const [first, last] = [placeOf(seats[0] ?? ''), placeOf(seats.at(-1) ?? '')];
  return first && last ? (last.row - first.row) * fullWidth + last.number - first.number : 0;
}

/** What a party needs that is to get the best seats. */
export interface Wish {
  count: number;
  /** So many of them come in a wheelchair. */
  wheelchairs?: number;
  /** Seats that they had, which they keep as far as they can. */
  had?: readonly string[];
}

/**
 * The best seats for a party: together if any row has room for them, else in as few pieces as possible; no seat left
 * alone where another choice leaves none. Undefined where there are too few seats or wheelchair spaces.
 */
export function bestSeats(plan: Plan, { count, wheelchairs: spaceCount = 0, had = [] }: Wish): string[] | undefined {
  const wheelchairs = Math.min(spaceCount, count);
  const still = inOrder(new Set(had)).filter((seat) => isForSale(plan, seat));
  const own = still.slice(0, count);
  const spacesHad = own.filter((seat) => plan.marks?.[seat]?.kind === 'wheelchair').length;
  const hasEnough = spacesHad >= wheelchairs;
  if (hasEnough && own.length === count && leftAlone(plan, own).length === 0) return own;
  const first = spacesHad > 0 || own.length < count ? own : [];
  const spaces = hasEnough ? [] : wheelchairSeats(plan, count, wheelchairs);
  if (!hasEnough && spaces.length === 0) return undefined;
  const begun = spaces.length > 0 ? spaces : first;
  if (begun.length >= count) return inOrder(begun.slice(0, count));
  const rest = count - begun.length;
  const assignments = { ...plan.assignments, ...Object.fromEntries(begun.map((seat) => [seat, party])) };
  const unseated = { party: { ref: party, name: '', count, note: '' }, count: rest, needs: noNeeds, own: begun };
  const { puts, left } = arrange(houseOf({ ...plan, assignments }), [unseated], 'front');
  if (left.length > 0) return undefined;
  return inOrder([...begun, ...puts.flatMap(({ pieces }) => pieces.flatMap((one) => labelsFrom(one.at, one.count)))]);
}

const party = 'themselves';

/** Whether somebody can have a seat: it is there, nobody else has it, and it isn't a house seat. */
export const isForSale = (plan: Plan, seat: string): boolean =>
  isSeat(plan, seat) && plan.assignments[seat] === undefined && (plan.marks?.[seat]?.reason ?? '') === '';

/** The free seats that a choice of seats would newly leave alone. */
export function leftAlone(plan: Plan, chosen: readonly string[]): string[] {
  const house = houseOf(plan);
  const before = new Set(singlesIn(house));
  for (const label of chosen) {
    const at = placeOf(label);
    if (at && at.row < house.rows) take(house, at, 1);
  }
  return singlesIn(house).filter((label) => !before.has(label));
}

/** The free seats that are alone in the one plan and weren't in the other: what a step has left so, whichever it was. */
export function aloneSince(before: Plan, after: Plan): string[] {
  const were = new Set(singlesIn(houseOf(before)));
  return singlesIn(houseOf(after)).filter((label) => !were.has(label));
}

/** "C2 is left alone.", to warn of it; "" where no seat is. */
export const aloneInWords = (alone: readonly string[]): string =>
  alone.length === 0 ? '' : `${seatsInWords(alone)} ${alone.length === 1 ? 'is' : 'are'} left alone.`;
