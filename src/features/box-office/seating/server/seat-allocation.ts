import type { SeatAssignmentRequest, SeatAssignmentResult } from '#features/box-office/orders/server/index.ts';
import { getActiveSeatMarks, type SeatMarks, sortSeats } from '#features/box-office/performances/seats.ts';
import {
  countEmptyHouseSeats,
  isSeatTakenAt,
  listSeatAssignments,
  type PerformanceWithShow,
  parseHiddenSeats,
  parseSeatMarks,
  takeSeats,
  upsertPromisedSeats,
} from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { listSeats, type Plan } from '../plan/plan.ts';
import {
  type BestSeatsRequest,
  findBestSeats,
  isSeatForSale,
  type SeatChoiceRefusal,
  validateBoxOfficeSeatChoice,
  validateSeatChoice,
} from '../seat-choice.ts';

type PlannedPerformance = Pick<PerformanceWithShow, 'id' | 'starts_at' | 'row_count' | 'hidden_seats' | 'seat_marks'>;

/**
 * Loads a performance's plan for a sale. The seats of the tickets `mine` are free in it, and the seats of all other
 * tickets taken.
 */
export async function loadPlanForSale(
  db: DbReader,
  performance: PlannedPerformance,
  { mine, now }: { mine: readonly Id[]; now: Instant },
): Promise<Plan & { marks: SeatMarks }> {
  const own = new Set(mine);
  const rows = await listSeatAssignments(db, [performance.id]);
  const others = rows.filter((row) => !own.has(row.ticket_id) && isSeatTakenAt(row, now));
  return {
    rowCount: performance.row_count,
    hiddenSeats: parseHiddenSeats(performance),
    assignments: Object.fromEntries(others.map(({ seat }) => [seat, 'others'])),
    marks: getActiveSeatMarks(parseSeatMarks(performance), { starts_at: performance.starts_at, now }),
  };
}

/** The numbers of unoccupied house seats, free seats and free wheelchair spaces of a performance. */
export interface SeatAvailability {
  /** The number of unreleased house seats without an occupant. Visitors can't buy them. */
  houseSeats: number;
  /** The number of free seats, including wheelchair spaces and companion seats. */
  free: number;
  /** The number of free wheelchair spaces. */
  spaces: number;
  /** True if the plan has any wheelchair space, free or not. */
  hasSpaces: boolean;
}

/** Counts the available seats of each of these performances. */
export async function countAvailableSeats(
  db: DbReader,
  performances: readonly PlannedPerformance[],
  now: Instant,
): Promise<Map<Id, SeatAvailability>> {
  const ids = performances.map(({ id }) => id);
  const [assigned, houseSeats] = await Promise.all([
    listSeatAssignments(db, ids),
    countEmptyHouseSeats(db, performances, now),
  ]);
  const rows = Map.groupBy(assigned, ({ performance_id }) => performance_id);
  return new Map(
    performances.map((performance) => {
      const { id, starts_at, row_count } = performance;
      const taken = (rows.get(id) ?? []).filter((row) => isSeatTakenAt(row, now));
      const assignments = Object.fromEntries(taken.map(({ seat }) => [seat, 'somebody']));
      const marks = parseSeatMarks(performance);
      const plan = { rowCount: row_count, hiddenSeats: parseHiddenSeats(performance), assignments };
      const currentPlan = { ...plan, marks: getActiveSeatMarks(marks, { starts_at, now }) };
      const free = listSeats(plan).filter((seat) => isSeatForSale(currentPlan, seat));
      const spaces = free.filter((seat) => marks[seat]?.kind === 'wheelchair');
      const hasSpaces = Object.values(marks).some(({ kind }) => kind === 'wheelchair');
      return [id, { houseSeats: houseSeats.get(id) ?? 0, free: free.length, spaces: spaces.length, hasSpaces }];
    }),
  );
}

export interface SeatAllocationRequest {
  /** The tickets that need a seat each. */
  tickets: readonly Id[];
  /** The end of the hold; null for a sale. */
  until: Instant | null;
  now: Instant;
}

/**
 * Assigns the chosen seats to a visitor's tickets, in place of their former seats.
 * @returns the error if the seats can't be chosen; in that case nothing is changed
 */
export async function allocateChosenSeats(
  tx: DbTransaction,
  performance: PlannedPerformance,
  { seats, ...allocation }: SeatAllocationRequest & { seats: readonly string[] },
): Promise<SeatChoiceRefusal | undefined> {
  const plan = await loadPlanForSale(tx, performance, { mine: allocation.tickets, now: allocation.now });
  const fault = validateSeatChoice(plan, seats, allocation.tickets.length);
  if (!fault) await assignSeats(tx, performance, { ...allocation, seats });
  return fault;
}

/**
 * Assigns the best seats to a visitor's tickets, in place of their former seats. If possible, they are next to the
 * seats in `beside`, which the order's other tickets keep.
 * @returns false if there are too few seats, or too few wheelchair spaces
 */
export async function allocateBestSeats(
  tx: DbTransaction,
  performance: PlannedPerformance,
  {
    wheelchairs,
    had,
    beside = [],
    ...allocation
  }: SeatAllocationRequest & Omit<BestSeatsRequest, 'count'> & { beside?: readonly string[] },
): Promise<boolean> {
  const plan = await loadPlanForSale(tx, performance, { mine: allocation.tickets, now: allocation.now });
  const wish = {
    count: allocation.tickets.length,
    ...(wheelchairs !== undefined && { wheelchairs }),
    ...(had && { had }),
  };
  const seats = findBestSeatsNextTo(plan, beside, wish.count) ?? findBestSeats(plan, wish);
  if (!seats) return false;
  await assignSeats(tx, performance, { ...allocation, seats });
  return true;
}

/**
 * Finds the best seats for `count` more people so that they sit together with those in `own`, who keep their seats;
 * undefined if there are none.
 */
function findBestSeatsNextTo(plan: Plan, own: readonly string[], count: number): string[] | undefined {
  if (own.length === 0) return undefined;
  const others = Object.entries(plan.assignments).filter(([seat]) => !own.includes(seat));
  const free = { ...plan, assignments: Object.fromEntries(others) };
  const whole = findBestSeats(free, { count: count + own.length, had: own });
  return whole && own.every((seat) => whole.includes(seat)) ? whole.filter((seat) => !own.includes(seat)) : undefined;
}

/** Assigns seats to tickets that the box office sells or exchanges. Seats chosen on the plan may be house seats. */
export async function allocateBoxOfficeSeats(
  tx: DbTransaction,
  performance: PlannedPerformance,
  { tickets, seats: { seats: how, chosen_seats, wheelchairs }, now }: SeatAssignmentRequest,
): Promise<SeatAssignmentResult> {
  const plan = await loadPlanForSale(tx, performance, { mine: tickets, now });
  const count = tickets.length;
  const fault = how === 'plan' ? validateBoxOfficeSeatChoice(plan, chosen_seats, count) : undefined;
  if (fault !== undefined) return { refused: fault };
  const seats = how === 'plan' ? chosen_seats : findBestSeats(plan, { count, wheelchairs });
  if (!seats) return { refused: wheelchairs > 0 ? formatNoSpaces(wheelchairs) : tooFewOrdinarySeatsMessage };
  await assignSeats(tx, performance, { tickets, seats, until: null, now });
  return { seats: sortSeats(seats) };
}

const formatNoSpaces = (count: number) =>
  `There ${count === 1 ? 'is no wheelchair space' : `aren’t ${count} wheelchair spaces`} left with seats for the rest of the party.`;

const tooFewOrdinarySeatsMessage =
  'There aren’t enough ordinary seats left. If there are house seats, wheelchair spaces or companion seats, you can choose them on the plan.';

async function assignSeats(
  tx: DbTransaction,
  { id }: PlannedPerformance,
  { tickets, seats, until, now }: SeatAllocationRequest & { seats: readonly string[] },
): Promise<void> {
  const pairs = sortSeats(new Set(seats)).map((seat, at) => ({ seat, ticket: tickets[at] ?? '' }));
  const outcome = await takeSeats(tx, { performance: id, seats: pairs, until, now });
  if (outcome !== 'assigned') throw new Error(`Seats that were free are taken: ${outcome.taken.join(', ')}.`);
  // Held seats may still change, so they aren't promised yet
  if (until !== null) return;
  const promised = pairs.map(({ seat, ticket }) => ({ ticket_id: ticket, performance_id: id, seat }));
  await upsertPromisedSeats(tx, promised);
}
