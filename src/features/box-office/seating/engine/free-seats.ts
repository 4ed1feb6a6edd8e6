import { seatsPerRow } from '#features/box-office/performances/capacity.ts';
import {
  formatSeatLabel,
  lastSeatBeforeAisle,
  parseSeatLabel,
  type SeatPosition,
} from '#features/box-office/performances/seat-labels.ts';
import type { SeatMark } from '#features/box-office/performances/seat-marks.ts';
import { isSeat, type Plan } from '../plan/plan.ts';
import { type HallLayout, hasNeeds, type Needs, scoreUnmetNeeds } from './needs.ts';
import { findStepFreeRows } from './wheelchair-spaces.ts';

/** The order in which rows are filled. The middle of a row always comes first. */
export const preferences = {
  front: 'Front and centre first',
  middle: 'Middle rows first',
  back: 'Back rows first',
} as const;
export type Preference = keyof typeof preferences;

/** The free seats of a plan, as an array: 1 at `row * fullWidth + number - 1` for a free one. */
export interface FreeSeats extends HallLayout {
  free: Uint8Array;
  /** 1 for a seat with a restricted view, at the same indexes. */
  restricted?: Uint8Array;
}

/** Returns the seats that are free for anybody: no house seats, and none for wheelchairs and their companions. */
export function freeSeatsOf(plan: Plan): FreeSeats {
  const { rank, visibleRows } = rankRows(plan);
  const free = new Uint8Array(plan.rowCount * seatsPerRow).fill(1);
  const mark = (seats: Uint8Array, labels: readonly string[], as: 0 | 1) => {
    for (const label of labels) {
      const at = parseSeatLabel(label);
      if (at && at.row < plan.rowCount) seats[at.row * seatsPerRow + at.number - 1] = as;
    }
  };
  mark(free, [...plan.hiddenSeats, ...Object.keys(plan.assignments)], 0);
  const { marks } = plan;
  const firstRow = rank.findIndex((before, row) => before === 0 && (rank[row + 1] ?? visibleRows) > 0);
  const hall = { rows: plan.rowCount, rank, visibleRows };
  if (!marks) return { ...hall, level: findStepFreeRows([], firstRow), free };
  const marked = (is: (mark: SeatMark) => boolean) =>
    Object.entries(marks).flatMap(([label, one]) => (is(one) ? [label] : []));
  mark(
    free,
    marked(({ kind, reason }) => reason !== '' || kind === 'wheelchair' || kind === 'companion'),
    0,
  );
  const restricted = new Uint8Array(free.length);
  mark(
    restricted,
    marked(({ kind }) => kind === 'restricted'),
    1,
  );
  const level = findStepFreeRows(
    marked(({ kind }) => kind === 'wheelchair').filter((seat) => isSeat(plan, seat)),
    firstRow,
  );
  return { ...hall, level, free, restricted };
}

/** Counts the rows that have a seat, and how many of them are in front of each row. */
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

/** Takes adjoining seats, or with `as` 1 frees them. */
export function setAvailability(
  vacancies: FreeSeats,
  { row, number }: SeatPosition,
  count: number,
  as: 0 | 1 = 0,
): void {
  const from = row * seatsPerRow + number - 1;
  vacancies.free.fill(as, from, from + count);
}

/** Returns the labels of adjacent seats. */
export const listAdjacentLabels = ({ row, number }: SeatPosition, count: number): string[] =>
  Array.from({ length: count }, (_, at) => formatSeatLabel({ row, number: number + at }));

/** A run of adjacent free seats. */
export interface SeatRun extends SeatPosition {
  length: number;
}

/** Returns all of them, from the front, or those of one row. */
export function freeRuns(vacancies: FreeSeats, only?: number): SeatRun[] {
  const runs: SeatRun[] = [];
  const [first, last] = only === undefined ? [0, vacancies.rows - 1] : [only, only];
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

/** Finds the labels of free seats that have no free neighbour, of all or of one row. */
export const findOrphanSeats = (vacancies: FreeSeats, row?: number): string[] =>
  freeRuns(vacancies, row).flatMap((run) => (run.length === 1 ? [formatSeatLabel(run)] : []));

/** Counts the orphan seats. */
export const countOrphanSeats = (vacancies: FreeSeats): number =>
  freeRuns(vacancies).filter(({ length }) => length === 1).length;

/** Returns the distance of a seat from the most popular ones: a row counts for two seats. */
export function distance(
  row: number,
  number: number,
  { rank, visibleRows }: Pick<HallLayout, 'rank' | 'visibleRows'>,
  preference: Preference,
): number {
  const last = visibleRows - 1;
  const best = preference === 'front' ? 0 : preference === 'back' ? last : Math.floor(last * 0.4);
  return Math.abs((rank[row] ?? row) - best) * 2 + Math.abs(number - (seatsPerRow + 1) / 2);
}

/** Seats where a party could sit together. */
export interface Candidate extends SeatPosition {
  /** The run it is in. */
  run: SeatRun;
  /** The number of its needs that aren't met. */
  unmet: number;
  /** The number of free seats it would leave as orphans, less those that it fills. */
  singles: number;
  /** Its distance from the best seats. */
  cost: number;
}

/** Between two sides of the aisle people can't talk. */
const overAisle = 3;

/** A seat with a restricted view is the last to be assigned. */
const restrictedView = 200;

function countRestricted({ restricted }: FreeSeats, { row, number }: SeatPosition, count: number): number {
  if (!restricted) return 0;
  const from = row * seatsPerRow + number - 1;
  return restricted.subarray(from, from + count).reduce((sum, one) => sum + one, 0);
}

/** Returns all places in which this many can sit together, unsorted. */
export function candidates(
  vacancies: FreeSeats,
  count: number,
  { needs, preference }: { needs: Needs; preference: Preference },
): Candidate[] {
  const found: Candidate[] = [];
  const asks = hasNeeds(needs);
  for (const run of freeRuns(vacancies)) {
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
        singles: (offset === 1 ? 1 : 0) + (after === 1 ? 1 : 0) - (run.length === 1 ? 1 : 0),
        cost:
          distance(row, (number + last) / 2, vacancies, preference) +
          (isSplit ? overAisle : 0) +
          countRestricted(vacancies, { row, number }, count) * restrictedView,
      });
    }
  }
  return found;
}

/** Returns the highest-ranked one; undefined if there is none. */
export function pickBestCandidate(found: readonly Candidate[], merit = byMerit): Candidate | undefined {
  let [best] = found;
  for (const one of found) if (best && merit(one, best) < 0) best = one;
  return best;
}

/** Compares candidates by importance: needs, then no orphan seat, then the better seats. */
export const byMerit = (a: Candidate, b: Candidate): number =>
  a.unmet - b.unmet ||
  Math.max(0, a.singles) - Math.max(0, b.singles) ||
  a.cost - b.cost ||
  a.row - b.row ||
  a.number - b.number;
