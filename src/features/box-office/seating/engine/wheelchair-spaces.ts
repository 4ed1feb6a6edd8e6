import { parseSeatLabel, seatsPerRow, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import type { SeatKind } from '#features/box-office/performances/seat-marks.ts';
import { findAdjacentSeat, isSeat, type Plan } from '../plan/plan.ts';

/**
 * Picks wheelchair spaces, close together, and as many adjacent companion seats as possible for the rest of a party of
 * `count`. Returns an empty array if too few spaces are free.
 */
export function pickWheelchairSeats(plan: Plan, count: number, wheelchairs = 1): string[] {
  const spaces = sortSeats(Object.keys(plan.marks ?? {})).filter(
    (seat) => isSeat(plan, seat) && isFree(plan, seat, 'wheelchair'),
  );
  if (spaces.length < wheelchairs) return [];
  // Each space with those nearest to it
  const groups = spaces.map((space) => {
    const nearest = spaces.toSorted((one, other) => getSpan([space, one]) - getSpan([space, other]));
    const own = sortSeats(nearest.slice(0, wheelchairs));
    return { seats: [...own, ...listCompanionSeats(plan, own).slice(0, count - wheelchairs)], far: getSpan(own) };
  });
  const isBetter = (a: (typeof groups)[number], b: (typeof groups)[number]) =>
    (b.seats.length - a.seats.length || a.far - b.far) < 0;
  return groups.reduce((best, one) => (isBetter(one, best) ? one : best), groups[0] ?? { seats: [], far: 0 }).seats;
}

const isFree = ({ assignments, marks }: Plan, seat: string, kind: SeatKind): boolean =>
  assignments[seat] === undefined && marks?.[seat]?.kind === kind && marks[seat].reason === '';

/**
 * Lists the free companion seats next to these wheelchair spaces. Those that are also next to another wheelchair space
 * come last.
 */
export function listCompanionSeats(plan: Plan, spaces: readonly string[]): string[] {
  const beside = [1, -1].flatMap((by) => spaces.flatMap((seat) => findAdjacentSeat(plan, seat, by) ?? []));
  const free = [...new Set(beside)].filter((seat) => isFree(plan, seat, 'companion'));
  return free.toSorted((one, other) => Number(isShared(plan, one, spaces)) - Number(isShared(plan, other, spaces)));
}

/** Returns true if a companion seat is also next to a wheelchair space that isn't in `spaces`. */
const isShared = (plan: Plan, seat: string, spaces: readonly string[]): boolean =>
  [1, -1].some((by) => {
    const other = findAdjacentSeat(plan, seat, by);
    return other !== undefined && !spaces.includes(other) && plan.marks?.[other]?.kind === 'wheelchair';
  });

/** Returns the distance between the seats that are furthest apart. A row counts as much as a row's length. */
function getSpan(seats: readonly string[]): number {
  const places = seats.flatMap((seat) => parseSeatLabel(seat) ?? []);
  const measure = (values: readonly number[]) => (values.length === 0 ? 0 : Math.max(...values) - Math.min(...values));
  return measure(places.map(({ row }) => row)) * seatsPerRow + measure(places.map(({ number }) => number));
}

/**
 * Finds the rows that are reached without steps: those with a wheelchair space, or the first row if no wheelchair space
 * is marked.
 */
export function findStepFreeRows(spaces: readonly string[], firstRow: number): ReadonlySet<number> {
  const rows = spaces.flatMap((seat) => parseSeatLabel(seat)?.row ?? []);
  return new Set(rows.length > 0 ? rows : [firstRow]);
}
