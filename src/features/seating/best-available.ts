import { fullWidth } from '#features/performances/capacity.ts';
import type { SeatKind } from '#features/performances/seat-marks.ts';
import { inOrder, placeOf, runsOf } from '#features/performances/seats.ts';
import { arrange } from './arrange.ts';
import { bestOf, byMerit, candidates, houseOf, labelsFrom, type Preference, singlesIn, take } from './house.ts';
import { needsOf, noNeeds } from './needs.ts';
import { isSeat, beside as nextTo, type Plan } from './plan.ts';

/** The best seats for a party that sits together: undefined where no row has as many. */
export function bestAvailable(
  plan: Plan,
  count: number,
  { preference = 'front', note = '' }: { preference?: Preference; note?: string } = {},
): string[] | undefined {
  if (count < 1 || count > fullWidth) return undefined;
  const best = bestOf(candidates(houseOf(plan), count, { needs: needsOf(note), preference }));
  return best && labelsFrom(best, count);
}

/**
 * A wheelchair space, and companion seats beside it for those who come along: the first with as many of them as can be.
 * Empty where no space is free.
 */
export function wheelchairSeats(plan: Plan, count: number): string[] {
  const isFree = (seat: string | undefined, kind: SeatKind): seat is string =>
    seat !== undefined &&
    plan.assignments[seat] === undefined &&
    plan.marks?.[seat]?.kind === kind &&
    plan.marks[seat].reason === '';
  const groups = inOrder(Object.keys(plan.marks ?? {}))
    .filter((seat) => isSeat(plan, seat) && isFree(seat, 'wheelchair'))
    .map((seat) => {
      const beside = [1, -1].map((by) => nextTo(plan, seat, by)).filter((one) => isFree(one, 'companion'));
      return [seat, ...beside.slice(0, count - 1)];
    });
  return groups.reduce((best, one) => (one.length > best.length ? one : best), groups[0] ?? []);
}

/** What a party asks for when it is to have the best seats. */
export interface Wish {
  count: number;
  /** One of them comes in a wheelchair. */
  wheelchair?: boolean;
  /** Seats that they had, which they keep as far as they can. */
  had?: readonly string[];
}

/**
 * The best seats for a party: together if any row has room for them, else in as few pieces as can be; no seat left alone
 * where another choice leaves none. Undefined where there aren't as many, or no wheelchair space where one is asked for.
 */
export function bestSeats(plan: Plan, { count, wheelchair = false, had = [] }: Wish): string[] | undefined {
  const still = inOrder(new Set(had)).filter((seat) => isForSale(plan, seat));
  const own = still.slice(0, count);
  if (own.length === count && leftAlone(plan, own).length === 0) return own;
  const hasSpace = own.some((seat) => plan.marks?.[seat]?.kind === 'wheelchair');
  const first = hasSpace || own.length < count ? own : [];
  const spaces = wheelchair && !hasSpace ? wheelchairSeats(plan, count) : [];
  if (wheelchair && !hasSpace && spaces.length === 0) return undefined;
  const begun = spaces.length > 0 ? spaces : first;
  if (begun.length >= count) return inOrder(begun.slice(0, count));
  const rest = count - begun.length;
  const assignments = { ...plan.assignments, ...Object.fromEntries(begun.map((seat) => [seat, party])) };
  const waiting = { party: { ref: party, name: '', count, note: '' }, count: rest, needs: noNeeds, own: begun };
  const { puts, left } = arrange(houseOf({ ...plan, assignments }), [waiting], 'front');
  if (left.length > 0) return undefined;
  return inOrder([...begun, ...puts.flatMap(({ pieces }) => pieces.flatMap((one) => labelsFrom(one.at, one.count)))]);
}

const party = 'themselves';

/** Whether somebody can have a seat: it is there, nobody else has it, and it isn't a house seat. */
export const isForSale = (plan: Plan, seat: string): boolean =>
  isSeat(plan, seat) && plan.assignments[seat] === undefined && (plan.marks?.[seat]?.reason ?? '') === '';

/** The free seats that a choice of free seats would leave alone, and that aren't now. */
export function leftAlone(plan: Plan, chosen: readonly string[]): string[] {
  const house = houseOf(plan);
  const before = new Set(singlesIn(house));
  for (const label of chosen) {
    const at = placeOf(label);
    if (at && at.row < house.rows) take(house, at, 1);
  }
  return singlesIn(house).filter((label) => !before.has(label));
}

/**
 * The seats nearest to a choice that leave nobody's seat alone, or fewer of them, for as many beside each other: in the
 * same row before any other. Undefined where there are none, or the choice isn't of seats beside each other.
 */
export function nearestFix(plan: Plan, chosen: readonly string[]): string[] | undefined {
  const [first = [], ...others] = runsOf(chosen);
  const at = placeOf(first[0] ?? '');
  if (!at || others.length > 0) return undefined;
  const house = houseOf(plan);
  const now = leftAlone(plan, chosen).length;
  const far = ({ row, number }: { row: number; number: number }) =>
    Math.abs(row - at.row) * fullWidth + Math.abs(number - at.number);
  const [fix] = candidates(house, chosen.length, { needs: needsOf(''), preference: 'front' })
    .filter((one) => Math.max(0, one.singles) < now)
    .sort((a, b) => Math.max(0, a.singles) - Math.max(0, b.singles) || far(a) - far(b) || byMerit(a, b));
  return fix && labelsFrom(fix, chosen.length);
}
