import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import type { AccessNeed, SeatingWish } from '#features/box-office/orders/order.ts';
import {
  formatSeatLabel,
  parseSeatLabel,
  type SeatMarks,
  seatsPerRow,
  sortSeats,
} from '#features/box-office/performances/seats.ts';

/** The seat plan of one performance. It is immutable: each action returns a new plan. */
export interface Plan {
  rowCount: number;
  /** Labels of hidden seats. */
  hiddenSeats: readonly string[];
  /** Order references by seat label. */
  assignments: Readonly<Record<string, string>>;
  /** Wheelchair spaces, companion seats, restricted views and house seats. */
  marks?: SeatMarks;
}

/** The parts of an order that seating depends on. */
export interface Party {
  ref: string;
  name: string;
  /** The number of tickets. */
  count: number;
  note: string;
  /** Access needs, as ticked by the buyer or recorded by the box office. */
  needs?: readonly AccessNeed[];
  wishes?: readonly SeatingWish[];
  /** References of parties to sit next to. */
  nextTo?: readonly string[];
  /** Keys of suggestions from the note that somebody has rejected. */
  ignored?: readonly string[];
}

/** Converts an order to a party of the plan. */
export const toParty = ({ ref, name, tickets_count, note, needs, wishes, ...order }: PerformanceOrder): Party => ({
  ref: `${ref}`,
  name,
  count: tickets_count,
  note,
  needs,
  wishes,
  nextTo: order.next_to.map(String),
  ignored: order.ignored_suggestions,
});

export type Parties = ReadonlyMap<string, Party>;

/** Returns true if the plan has a visible seat with that label. */
export function isSeat({ rowCount, hiddenSeats }: Plan, label: string): boolean {
  const at = parseSeatLabel(label);
  return at !== undefined && at.row < rowCount && !hiddenSeats.includes(label);
}

/** Counts the visible seats. */
export const countSeats = ({ rowCount, hiddenSeats }: Pick<Plan, 'rowCount' | 'hiddenSeats'>): number =>
  rowCount * seatsPerRow - hiddenSeats.length;

export const countAssignedSeats = ({ assignments }: Pick<Plan, 'assignments'>): number =>
  Object.keys(assignments).length;

/** Lists an order's seats, sorted. */
export const listOrderSeats = ({ assignments }: Pick<Plan, 'assignments'>, ref: string): string[] =>
  sortSeats(Object.keys(assignments).filter((seat) => assignments[seat] === ref));

const seatsByAssignments = new WeakMap<Plan['assignments'], ReadonlyMap<string, readonly string[]>>();

/**
 * Groups seats by order reference, sorted. The result is cached by the `assignments` object, which is never mutated.
 */
export function groupSeatsByOrder({ assignments }: Pick<Plan, 'assignments'>): ReadonlyMap<string, readonly string[]> {
  const known = seatsByAssignments.get(assignments);
  if (known) return known;
  const seats = new Map<string, string[]>();
  for (const seat of sortSeats(Object.keys(assignments))) {
    const ref = assignments[seat] ?? '';
    const own = seats.get(ref);
    if (own) own.push(seat);
    else seats.set(ref, [seat]);
  }
  seatsByAssignments.set(assignments, seats);
  return seats;
}

export function countSeatsByOrder({ assignments }: Pick<Plan, 'assignments'>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const ref of Object.values(assignments)) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  return counts;
}

/** Counts a party's tickets without a seat. The result is negative if the party has too many seats. */
export const countUnseatedTickets = (plan: Plan, { ref, count }: Party): number =>
  count - listOrderSeats(plan, ref).length;

/** Counts all parties' tickets without a seat. */
export function countAllUnseatedTickets(plan: Pick<Plan, 'assignments'>, parties: Parties): number {
  const seated = countSeatsByOrder(plan);
  return [...parties.values()].reduce((sum, { ref, count }) => sum + Math.max(0, count - (seated.get(ref) ?? 0)), 0);
}

/** Finds the seat that is `by` seats further to the right in the row; undefined if there is none. */
export function findAdjacentSeat(plan: Plan, label: string, by: number): string | undefined {
  const at = parseSeatLabel(label);
  if (!at) return undefined;
  const number = at.number + by;
  if (number < 1 || number > seatsPerRow) return undefined;
  const next = formatSeatLabel({ row: at.row, number });
  return isSeat(plan, next) ? next : undefined;
}

/** Finds the adjacent seats of one order around a seat, including the seat itself; empty if the seat is free. */
export function findBlock(plan: Plan, label: string): string[] {
  const ref = plan.assignments[label];
  if (ref === undefined) return [];
  const walk = (by: 1 | -1) => {
    const found: string[] = [];
    for (let next = findAdjacentSeat(plan, label, by); next !== undefined && plan.assignments[next] === ref; ) {
      found.push(next);
      next = findAdjacentSeat(plan, next, by);
    }
    return found;
  };
  return [...walk(-1).reverse(), label, ...walk(1)];
}

/** Lists the visible seats of the plan, sorted. */
export function listSeats(plan: Pick<Plan, 'rowCount' | 'hiddenSeats'>): string[] {
  const hidden = new Set(plan.hiddenSeats);
  return Array.from({ length: plan.rowCount * seatsPerRow }, (_, at) =>
    formatSeatLabel({ row: Math.floor(at / seatsPerRow), number: (at % seatsPerRow) + 1 }),
  ).filter((label) => !hidden.has(label));
}

/** Finds the first visible seat; "" if all are hidden. */
export const findFirstSeat = (plan: Pick<Plan, 'rowCount' | 'hiddenSeats'>): string => listSeats(plan)[0] ?? '';

interface Ticket {
  id: string;
  order_id: string;
}

/** An order whose seats differ from those promised to its buyer. */
export interface MovedOrder<Sold extends Ticket = Ticket> {
  tickets: readonly Sold[];
  /** The promised seats; empty if the buyer was notified that seats are assigned later. */
  before: string[];
  /** The present seats; empty if the party is unseated. */
  now: string[];
}

/**
 * Returns true if a buyer must be notified: a promised seat is gone, or a seat that was to be assigned later ("") is
 * assigned now. Swaps within a party don't count.
 */
function needsNotification(known: readonly string[], now: readonly string[]): boolean {
  const before = known.filter((seat) => seat !== '');
  const hasNewSeat = known.length > before.length && now.length > before.length;
  return hasNewSeat || before.some((seat) => !now.includes(seat));
}

/** Promised seats by order reference; "" stands for a seat that is still to be assigned. */
export type PromisedSeats = Readonly<Record<string, readonly string[]>>;

/** Finds the orders whose buyers would have to be notified if the given plan were saved. */
export function findOrdersToNotify<Order extends { ref: number }>(
  orders: readonly Order[],
  known: PromisedSeats,
  plan: Pick<Plan, 'assignments'>,
): { order: Order; before: string[]; now: readonly string[] }[] {
  const seats = groupSeatsByOrder(plan);
  return orders.flatMap((order) => {
    const [own, now] = [known[order.ref] ?? [], seats.get(`${order.ref}`) ?? []];
    return needsNotification(own, now) ? [{ order, before: sortSeats(own.filter((seat) => seat !== '')), now }] : [];
  });
}

/**
 * Lists the orders whose buyers have to be notified of their present seats. `promised` and `seats` map ticket ids to
 * labels.
 */
export function listMovedOrders<Sold extends Ticket>(
  tickets: readonly Sold[],
  promised: ReadonlyMap<string, string>,
  seats: ReadonlyMap<string, string>,
): MovedOrder<Sold>[] {
  return [...Map.groupBy(tickets, ({ order_id }) => order_id).values()].flatMap((own) => {
    const known = own.flatMap(({ id }) => promised.get(id) ?? []);
    const before = sortSeats(known.filter((seat) => seat !== ''));
    const now = sortSeats(own.flatMap(({ id }) => seats.get(id) ?? []));
    return needsNotification(known, now) ? [{ tickets: own, before, now }] : [];
  });
}
