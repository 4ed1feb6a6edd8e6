import type { AccessNeed, Wish } from '#features/box-office/orders/order.ts';
import { seatsPerRow } from '#features/box-office/performances/capacity.ts';
import { formatSeatLabel, parseSeatLabel, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import type { SeatMarks } from '#features/box-office/performances/seat-marks.ts';

/** The seat plan of one performance. Immutable: each action returns a new one. */
export interface Plan {
  rowCount: number;
  /** Labels of hidden seats. */
  hiddenSeats: readonly string[];
  /** The order's reference by seat. */
  assignments: Readonly<Record<string, string>>;
  /** Wheelchair spaces, companion seats, restricted views and house seats. */
  marks?: SeatMarks;
}

/** An order for the plan. */
export interface Party {
  ref: string;
  name: string;
  /** The number of seats it has bought. */
  count: number;
  note: string;
  /** Their access needs, as ticked when they booked or recorded by the box office. */
  needs?: readonly AccessNeed[];
  wishes?: readonly Wish[];
  /** References of parties that they want to sit next to. */
  nextTo?: readonly string[];
  /** Suggestions from the note that somebody has rejected. */
  ignored?: readonly string[];
}

export type Parties = ReadonlyMap<string, Party>;

/** Returns true if the plan has a seat with that label. */
export function isSeat({ rowCount, hiddenSeats }: Plan, label: string): boolean {
  const at = parseSeatLabel(label);
  return at !== undefined && at.row < rowCount && !hiddenSeats.includes(label);
}

/** Counts the seats. */
export const countSeats = ({ rowCount, hiddenSeats }: Pick<Plan, 'rowCount' | 'hiddenSeats'>): number =>
  rowCount * seatsPerRow - hiddenSeats.length;

/** Counts the occupied seats. */
export const countAssigned = ({ assignments }: Pick<Plan, 'assignments'>): number => Object.keys(assignments).length;

/** Lists an order's seats, in order. */
export const listOrderSeats = ({ assignments }: Pick<Plan, 'assignments'>, ref: string): string[] =>
  sortSeats(Object.keys(assignments).filter((seat) => assignments[seat] === ref));

const seatsKnown = new WeakMap<Plan['assignments'], ReadonlyMap<string, readonly string[]>>();

/** Returns the seats of every order that has some, each in order. A plan is never changed, so they are sorted once. */
export function seatsByOrder({ assignments }: Pick<Plan, 'assignments'>): ReadonlyMap<string, readonly string[]> {
  const known = seatsKnown.get(assignments);
  if (known) return known;
  const seats = new Map<string, string[]>();
  for (const seat of sortSeats(Object.keys(assignments))) {
    const ref = assignments[seat] ?? '';
    const own = seats.get(ref);
    if (own) own.push(seat);
    else seats.set(ref, [seat]);
  }
  seatsKnown.set(assignments, seats);
  return seats;
}

/** Returns the number of seats of each order. */
export function seatedCounts({ assignments }: Pick<Plan, 'assignments'>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const ref of Object.values(assignments)) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  return counts;
}

/** Counts a party's tickets without a seat. */
export const countUnseated = (plan: Plan, { ref, count }: Party): number => count - listOrderSeats(plan, ref).length;

/** Counts the tickets without a seat, of all parties. */
export function countAllUnseated(plan: Pick<Plan, 'assignments'>, parties: Parties): number {
  const seated = seatedCounts(plan);
  return [...parties.values()].reduce((sum, { ref, count }) => sum + Math.max(0, count - (seated.get(ref) ?? 0)), 0);
}

/** Finds the neighbour of a seat in its row, this many numbers to the right; undefined if there is no seat. */
export function findAdjacentSeat(plan: Plan, label: string, by: number): string | undefined {
  const at = parseSeatLabel(label);
  if (!at) return undefined;
  const number = at.number + by;
  if (number < 1 || number > seatsPerRow) return undefined;
  const next = formatSeatLabel({ row: at.row, number });
  return isSeat(plan, next) ? next : undefined;
}

/** Returns the seats of the same order around one seat, without a gap, in its row. */
export function blockOf(plan: Plan, label: string): string[] {
  const ref = plan.assignments[label];
  if (ref === undefined) return [];
  const along = (by: 1 | -1) => {
    const found: string[] = [];
    for (let next = findAdjacentSeat(plan, label, by); next !== undefined && plan.assignments[next] === ref; ) {
      found.push(next);
      next = findAdjacentSeat(plan, next, by);
    }
    return found;
  };
  return [...along(-1).reverse(), label, ...along(1)];
}

/** Returns every seat of the plan, in order. */
export function seatsIn(plan: Pick<Plan, 'rowCount' | 'hiddenSeats'>): string[] {
  const hidden = new Set(plan.hiddenSeats);
  return Array.from({ length: plan.rowCount * seatsPerRow }, (_, at) =>
    formatSeatLabel({ row: Math.floor(at / seatsPerRow), number: (at % seatsPerRow) + 1 }),
  ).filter((label) => !hidden.has(label));
}

/** Returns the first seat that there is; "" where all are hidden. */
export function firstSeat({ rowCount, hiddenSeats }: Pick<Plan, 'rowCount' | 'hiddenSeats'>): string {
  for (let row = 0; row < rowCount; row++) {
    for (let number = 1; number <= seatsPerRow; number++) {
      const label = formatSeatLabel({ row, number });
      if (!hiddenSeats.includes(label)) return label;
    }
  }
  return '';
}
