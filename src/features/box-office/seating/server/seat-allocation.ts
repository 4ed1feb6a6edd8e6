import type { SeatAssignmentRequest, SeatAssignmentResult } from '#features/box-office/orders/server/index.ts';
import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { filterActiveMarks, type SeatMarks } from '#features/box-office/performances/seat-marks.ts';
import {
  countEmptyHouseSeats,
  type FoundPerformance,
  hiddenSeats,
  isTakenAt,
  listSeatAssignments,
  seatMarks,
  takeSeats,
  upsertPromisedSeats,
} from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { type SeatChoiceError, validateBoxOfficeChoice, validateSeatChoice } from '../choice-validation.ts';
import { bestSeats, isForSale, type SeatRequest } from '../engine/best-available.ts';
import { type Plan, seatsIn } from '../plan/plan.ts';

type Hall = Pick<FoundPerformance, 'id' | 'starts_at' | 'row_count' | 'hidden_seats' | 'seat_marks'>;

/** Returns a performance's seats for a visitor: other people's are taken, those of `mine` are free. */
export async function seatsForSale(
  db: DbReader,
  performance: Hall,
  { mine, now }: { mine: readonly Id[]; now: Instant },
): Promise<Plan & { marks: SeatMarks }> {
  const own = new Set(mine);
  const rows = await listSeatAssignments(db, [performance.id]);
  const others = rows.filter((row) => !own.has(row.ticket_id) && isTakenAt(row, now));
  return {
    rowCount: performance.row_count,
    hiddenSeats: hiddenSeats(performance),
    assignments: Object.fromEntries(others.map(({ seat }) => [seat, 'others'])),
    marks: filterActiveMarks(seatMarks(performance), { starts_at: performance.starts_at, now }),
  };
}

/** The seats of a performance that visitors can buy. */
export interface SeatAvailability {
  /** House seats without an occupant, which aren't for visitors. */
  houseSeats: number;
  /** Free seats, wheelchair spaces and companion seats included. */
  free: number;
  /** Free wheelchair spaces. */
  spaces: number;
  /** True if the plan has any wheelchair space, free or not. */
  hasSpaces: boolean;
}

/** For each of these performances. */
export async function countAvailableSeats(
  db: DbReader,
  performances: readonly Hall[],
  now: Instant,
): Promise<Map<Id, SeatAvailability>> {
  const ids = performances.map(({ id }) => id);
  const [given, houseSeats] = await Promise.all([
    listSeatAssignments(db, ids),
    countEmptyHouseSeats(db, performances, now),
  ]);
  const rows = Map.groupBy(given, ({ performance_id }) => performance_id);
  return new Map(
    performances.map((performance) => {
      const { id, starts_at, row_count } = performance;
      const taken = (rows.get(id) ?? []).filter((row) => isTakenAt(row, now));
      const assignments = Object.fromEntries(taken.map(({ seat }) => [seat, 'somebody']));
      const marks = seatMarks(performance);
      const plan = { rowCount: row_count, hiddenSeats: hiddenSeats(performance), assignments };
      const atThatMoment = { ...plan, marks: filterActiveMarks(marks, { starts_at, now }) };
      const free = seatsIn(plan).filter((seat) => isForSale(atThatMoment, seat));
      const spaces = free.filter((seat) => marks[seat]?.kind === 'wheelchair');
      const hasSpaces = Object.values(marks).some(({ kind }) => kind === 'wheelchair');
      return [id, { houseSeats: houseSeats.get(id) ?? 0, free: free.length, spaces: spaces.length, hasSpaces }];
    }),
  );
}

export interface SeatAllocation {
  /** The number of seats needed. */
  tickets: readonly Id[];
  until: Instant | null;
  now: Instant;
}

/**
 * Assigns the chosen seats to a visitor's tickets, instead of their former ones.
 * @returns the reason if they aren't available: the caller must then refuse, so that the transaction is undone
 */
export async function allocateChosenSeats(
  tx: DbTransaction,
  performance: Hall,
  { seats, ...giving }: SeatAllocation & { seats: readonly string[] },
): Promise<SeatChoiceError | undefined> {
  const plan = await seatsForSale(tx, performance, { mine: giving.tickets, now: giving.now });
  const fault = validateSeatChoice(plan, seats, giving.tickets.length);
  if (!fault) await give(tx, performance, { ...giving, seats });
  return fault;
}

/**
 * Assigns the best seats to a visitor's tickets, instead of their former ones; or the best that go with the seats of
 * the order's other tickets, `beside`, which stay.
 * @returns false if there are too few, or no wheelchair space is free although one is needed
 */
export async function allocateBestSeats(
  tx: DbTransaction,
  performance: Hall,
  {
    wheelchairs,
    had,
    beside = [],
    ...giving
  }: SeatAllocation & Omit<SeatRequest, 'count'> & { beside?: readonly string[] },
): Promise<boolean> {
  const plan = await seatsForSale(tx, performance, { mine: giving.tickets, now: giving.now });
  const wish = { count: giving.tickets.length, ...(wheelchairs !== undefined && { wheelchairs }), ...(had && { had }) };
  const seats = bestBeside(plan, beside, wish.count) ?? bestSeats(plan, wish);
  if (!seats) return false;
  await give(tx, performance, { ...giving, seats });
  return true;
}

/** Returns the best seats for this many people who belong to those in `own`; undefined if none go with all of those. */
function bestBeside(plan: Plan, own: readonly string[], count: number): string[] | undefined {
  if (own.length === 0) return undefined;
  const others = Object.entries(plan.assignments).filter(([seat]) => !own.includes(seat));
  const free = { ...plan, assignments: Object.fromEntries(others) };
  const whole = bestSeats(free, { count: count + own.length, had: own });
  return whole && own.every((seat) => whole.includes(seat)) ? whole.filter((seat) => !own.includes(seat)) : undefined;
}

/** Assigns the requested seats to the box office's tickets: it may choose house seats too. */
export async function allocateBoxOfficeSeats(
  tx: DbTransaction,
  performance: Hall,
  { tickets, seats: { seats: how, chosen_seats, wheelchairs }, now }: SeatAssignmentRequest,
): Promise<SeatAssignmentResult> {
  const plan = await seatsForSale(tx, performance, { mine: tickets, now });
  const count = tickets.length;
  const fault = how === 'plan' ? validateBoxOfficeChoice(plan, chosen_seats, count) : undefined;
  if (fault !== undefined) return { refused: fault };
  const seats = how === 'plan' ? chosen_seats : bestSeats(plan, { count, wheelchairs });
  if (!seats) return { refused: wheelchairs > 0 ? noSpaces(wheelchairs) : onlySpecial };
  await give(tx, performance, { tickets, seats, until: null, now });
  return { seats: sortSeats(seats) };
}

const noSpaces = (count: number) =>
  `There ${count === 1 ? 'is no wheelchair space' : `aren’t ${count} wheelchair spaces`} left with seats for the rest of the party.`;

const onlySpecial = 'Only house seats, wheelchair spaces and companion seats are left. Choose from those on the plan.';

async function give(
  tx: DbTransaction,
  { id }: Hall,
  { tickets, seats, until, now }: SeatAllocation & { seats: readonly string[] },
): Promise<void> {
  const pairs = sortSeats(new Set(seats)).map((seat, at) => ({ seat, ticket: tickets[at] ?? '' }));
  const taken = await takeSeats(tx, { performance: id, seats: pairs, until, now });
  if (taken !== 'taken') throw new Error(`Seats that were free are taken: ${taken.taken.join(', ')}.`);
  // Held seats may still change
  if (until !== null) return;
  const promised = pairs.map(({ seat, ticket }) => ({ ticket_id: ticket, performance_id: id, seat }));
  await upsertPromisedSeats(tx, promised);
}
