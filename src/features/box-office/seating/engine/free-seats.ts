import {
  formatSeatLabel,
  formatSeats,
  lastSeatBeforeAisle,
  parseSeatLabel,
  type SeatKind,
  type SeatMark,
  type SeatPosition,
  seatsPerRow,
  sortSeats,
} from '#features/box-office/performances/seats.ts';
import { findAdjacentSeat, isSeat, type Plan } from '../plan/plan.ts';
import { type HallLayout, hasNeeds, type SeatingNeeds, scoreUnmetNeeds } from './party-requests.ts';

/**
 * The labels of the seating preferences: which rows are filled first. Within a row, seats near its middle come first.
 */
export const seatingPreferenceLabels = {
  front: 'Front and centre first',
  middle: 'Middle rows first',
  back: 'Back rows first',
} as const;
export type SeatingPreference = keyof typeof seatingPreferenceLabels;

/** The seats of a plan that a party can be given. */
export interface FreeSeats extends HallLayout {
  /** One number for each seat, at `row * seatsPerRow + number - 1`: 1 if the seat is free, otherwise 0. */
  free: Uint8Array;
  /** One number for each seat, with the same indexes as `free`: 1 if the view is restricted, otherwise 0. */
  restricted: Uint8Array;
}

/** Finds the free seats, without house seats, wheelchair spaces and companion seats. */
export function findFreeSeats(plan: Plan): FreeSeats {
  const { rank, visibleRows } = rankRows(plan);
  const free = new Uint8Array(plan.rowCount * seatsPerRow).fill(1);
  const restricted = new Uint8Array(free.length);
  const setSeats = (seats: Uint8Array, labels: readonly string[], value: 0 | 1) => {
    for (const label of labels) {
      const at = parseSeatLabel(label);
      if (at && at.row < plan.rowCount) seats[at.row * seatsPerRow + at.number - 1] = value;
    }
  };
  const listMarked = (isWanted: (mark: SeatMark) => boolean) =>
    Object.entries(plan.marks ?? {}).flatMap(([label, mark]) => (isWanted(mark) ? [label] : []));
  const reserved = listMarked(({ kind, reason }) => reason !== '' || kind === 'wheelchair' || kind === 'companion');
  setSeats(free, [...plan.hiddenSeats, ...Object.keys(plan.assignments), ...reserved], 0);
  setSeats(
    restricted,
    listMarked(({ kind }) => kind === 'restricted'),
    1,
  );
  const spaces = listMarked(({ kind }) => kind === 'wheelchair').filter((seat) => isSeat(plan, seat));
  const firstRow = rank.findIndex((before, row) => before === 0 && (rank[row + 1] ?? visibleRows) > 0);
  return { rows: plan.rowCount, rank, visibleRows, level: findStepFreeRows(spaces, firstRow), free, restricted };
}

/** Counts the rows with visible seats: all of them, and those in front of each row. */
function rankRows({
  rowCount,
  hiddenSeats,
}: Pick<Plan, 'rowCount' | 'hiddenSeats'>): Pick<HallLayout, 'rank' | 'visibleRows'> {
  const hidden = Map.groupBy(new Set(hiddenSeats), (label) => parseSeatLabel(label)?.row);
  let visibleRows = 0;
  const rank = Array.from({ length: rowCount }, (_, row) => {
    const before = visibleRows;
    if ((hidden.get(row)?.length ?? 0) < seatsPerRow) visibleRows += 1;
    return before;
  });
  return { rank, visibleRows };
}

const isFree = ({ free, rows }: FreeSeats, { row, number }: SeatPosition): boolean =>
  row >= 0 && row < rows && number >= 1 && number <= seatsPerRow && free[row * seatsPerRow + number - 1] === 1;

/** Takes `count` adjacent seats, or frees them if `value` is 1. Modifies `vacancies`. */
export function setSeatAvailability(
  vacancies: FreeSeats,
  { row, number }: SeatPosition,
  count: number,
  value: 0 | 1 = 0,
): void {
  const from = row * seatsPerRow + number - 1;
  vacancies.free.fill(value, from, from + count);
}

export const listSeatLabelsFrom = ({ row, number }: SeatPosition, count: number): string[] =>
  Array.from({ length: count }, (_, at) => formatSeatLabel({ row, number: number + at }));

/** A run of adjacent free seats. */
export interface SeatRun extends SeatPosition {
  length: number;
}

/** Lists the runs of free seats from the front row backwards, or only those of one row. */
export function listFreeRuns(vacancies: FreeSeats, onlyRow?: number): SeatRun[] {
  const runs: SeatRun[] = [];
  const [first, last] = onlyRow === undefined ? [0, vacancies.rows - 1] : [onlyRow, onlyRow];
  for (let row = first; row <= last; row++) {
    let length = 0;
    for (let number = 1; number <= seatsPerRow + 1; number++) {
      if (isFree(vacancies, { row, number })) length += 1;
      else if (length > 0) {
        runs.push({ row, number: number - length, length });
        length = 0;
      }
    }
  }
  return runs;
}

/** Finds the free seats without a free neighbour, in the hall or in one row. */
export const findOrphanSeats = (vacancies: FreeSeats, row?: number): string[] =>
  listFreeRuns(vacancies, row).flatMap((run) => (run.length === 1 ? [formatSeatLabel(run)] : []));

export const countOrphanSeats = (vacancies: FreeSeats): number =>
  listFreeRuns(vacancies).filter(({ length }) => length === 1).length;

/** Returns the distance of a seat from the preferred seats, in seats; a row counts as two. */
export function getDistanceToPreferredSeats(
  row: number,
  number: number,
  { rank, visibleRows }: Pick<HallLayout, 'rank' | 'visibleRows'>,
  preference: SeatingPreference,
): number {
  const last = visibleRows - 1;
  const best = preference === 'front' ? 0 : preference === 'back' ? last : Math.floor(last * 0.4);
  return Math.abs((rank[row] ?? row) - best) * 2 + Math.abs(number - (seatsPerRow + 1) / 2);
}

/** A place where a party could sit together. */
export interface SeatCandidate extends SeatPosition {
  run: SeatRun;
  /** The score of the party's needs that aren't met; 0 if all are. */
  unmet: number;
  /** The number of orphan seats that the place would leave, less the orphan seats that it fills. */
  orphanSeats: number;
  /** The distance from the preferred seats, plus extra costs such as `aisleCost`. */
  cost: number;
}

/** Extra cost of sitting on both sides of the aisle, where people can't talk to each other. */
const aisleCost = 3;

/** Extra cost of a seat with a restricted view. It is as high as the cost of a hundred rows of distance. */
const restrictedViewCost = 200;

function countRestricted({ restricted }: FreeSeats, { row, number }: SeatPosition, count: number): number {
  const from = row * seatsPerRow + number - 1;
  return restricted.subarray(from, from + count).reduce((sum, one) => sum + one, 0);
}

/** Lists all places where `count` people can sit together, unsorted. */
export function listCandidates(
  vacancies: FreeSeats,
  count: number,
  { needs, preference }: { needs: SeatingNeeds; preference: SeatingPreference },
): SeatCandidate[] {
  const found: SeatCandidate[] = [];
  const asks = hasNeeds(needs);
  for (const run of listFreeRuns(vacancies)) {
    const { row } = run;
    for (let offset = 0; offset + count <= run.length; offset++) {
      const after = run.length - offset - count;
      const number = run.number + offset;
      const last = number + count - 1;
      const isSplit = number <= lastSeatBeforeAisle && last > lastSeatBeforeAisle;
      found.push({
        row,
        number,
        run,
        unmet: asks ? scoreUnmetNeeds(needs, { row, number }, count, vacancies) : 0,
        orphanSeats: (offset === 1 ? 1 : 0) + (after === 1 ? 1 : 0) - (run.length === 1 ? 1 : 0),
        cost:
          getDistanceToPreferredSeats(row, (number + last) / 2, vacancies, preference) +
          (isSplit ? aisleCost : 0) +
          countRestricted(vacancies, { row, number }, count) * restrictedViewCost,
      });
    }
  }
  return found;
}

/** Returns the best candidate; undefined if there is none. */
export function pickBestCandidate(
  found: readonly SeatCandidate[],
  compare = compareCandidates,
): SeatCandidate | undefined {
  let [best] = found;
  for (const one of found) if (best && compare(one, best) < 0) best = one;
  return best;
}

/** Compares candidates: fewest unmet needs first, then fewest orphan seats, then the better seats. */
export const compareCandidates = (a: SeatCandidate, b: SeatCandidate): number =>
  a.unmet - b.unmet ||
  Math.max(0, a.orphanSeats) - Math.max(0, b.orphanSeats) ||
  a.cost - b.cost ||
  a.row - b.row ||
  a.number - b.number;

/** Finds the orphan seats that a choice of seats would newly leave. */
export function findOrphanSeatsCausedByChoice(plan: Plan, chosen: readonly string[]): string[] {
  const vacancies = findFreeSeats(plan);
  const before = new Set(findOrphanSeats(vacancies));
  for (const label of chosen) {
    const at = parseSeatLabel(label);
    if (at && at.row < vacancies.rows) setSeatAvailability(vacancies, at, 1);
  }
  return findOrphanSeats(vacancies).filter((label) => !before.has(label));
}

/** Finds the seats that are orphans in the second plan and weren't in the first. */
export function findNewOrphanSeats(before: Plan, after: Plan): string[] {
  const were = new Set(findOrphanSeats(findFreeSeats(before)));
  return findOrphanSeats(findFreeSeats(after)).filter((label) => !were.has(label));
}

/** Formats a warning about orphan seats: "This leaves C2 as a single seat."; "" for none. */
export const formatOrphanSeatWarning = (orphans: readonly string[]): string =>
  orphans.length === 0
    ? ''
    : `This leaves ${formatSeats(orphans)} as ${orphans.length === 1 ? 'a single seat' : 'single seats'}.`;

/**
 * Picks wheelchair spaces, close together, and as many adjacent companion seats as possible for the rest of a party of
 * `count`. Returns an empty array if too few spaces are free.
 */
export function pickWheelchairSeats(plan: Plan, count: number, wheelchairs = 1): string[] {
  const spaces = sortSeats(Object.keys(plan.marks ?? {})).filter(
    (seat) => isSeat(plan, seat) && isMarkedSeatFree(plan, seat, 'wheelchair'),
  );
  if (spaces.length < wheelchairs) return [];
  // For each space, a group of that space and the spaces nearest to it
  const groups = spaces.map((space) => {
    const nearest = spaces.toSorted((one, other) => getSpan([space, one]) - getSpan([space, other]));
    const own = sortSeats(nearest.slice(0, wheelchairs));
    return { seats: [...own, ...listFreeCompanionSeats(plan, own).slice(0, count - wheelchairs)], far: getSpan(own) };
  });
  const isBetter = (a: (typeof groups)[number], b: (typeof groups)[number]) =>
    (b.seats.length - a.seats.length || a.far - b.far) < 0;
  return groups.reduce((best, one) => (isBetter(one, best) ? one : best), groups[0] ?? { seats: [], far: 0 }).seats;
}

const isMarkedSeatFree = ({ assignments, marks }: Plan, seat: string, kind: SeatKind): boolean =>
  assignments[seat] === undefined && marks?.[seat]?.kind === kind && marks[seat].reason === '';

/**
 * Lists the free companion seats next to these wheelchair spaces. Those that are also next to another wheelchair space
 * come last.
 */
export function listFreeCompanionSeats(plan: Plan, spaces: readonly string[]): string[] {
  const beside = [1, -1].flatMap((by) => spaces.flatMap((seat) => findAdjacentSeat(plan, seat, by) ?? []));
  const free = [...new Set(beside)].filter((seat) => isMarkedSeatFree(plan, seat, 'companion'));
  return free.toSorted((one, other) => Number(isShared(plan, one, spaces)) - Number(isShared(plan, other, spaces)));
}

/** Returns true if a companion seat is also next to a wheelchair space that isn't in `spaces`. */
const isShared = (plan: Plan, seat: string, spaces: readonly string[]): boolean =>
  [1, -1].some((by) => {
    const other = findAdjacentSeat(plan, seat, by);
    return other !== undefined && !spaces.includes(other) && plan.marks?.[other]?.kind === 'wheelchair';
  });

/**
 * Returns the distance between the seats that are furthest apart, in seats. One row of distance counts as `seatsPerRow`
 * seats.
 */
function getSpan(seats: readonly string[]): number {
  const places = seats.flatMap((seat) => parseSeatLabel(seat) ?? []);
  const measure = (values: readonly number[]) => (values.length === 0 ? 0 : Math.max(...values) - Math.min(...values));
  return measure(places.map(({ row }) => row)) * seatsPerRow + measure(places.map(({ number }) => number));
}

/**
 * Finds the rows that are reached without steps: those with a wheelchair space, or the first row if no wheelchair space
 * is marked.
 */
function findStepFreeRows(spaces: readonly string[], firstRow: number): ReadonlySet<number> {
  const rows = spaces.flatMap((seat) => parseSeatLabel(seat)?.row ?? []);
  return new Set(rows.length > 0 ? rows : [firstRow]);
}
