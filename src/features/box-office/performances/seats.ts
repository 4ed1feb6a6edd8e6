import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute, subtractMs } from '#platform/shared/dates/durations.ts';
import { lowercaseInitial } from '#platform/shared/text/join-labels.ts';

/** The number of seats in a row. The aisle is between the sixth and the seventh seat. */
export const seatsPerRow = 12 as const;

/** The maximum number of rows of a plan. */
export const maxPlanRows = 120;

/** The maximum number of seats of a plan that may be hidden. */
export const maxHiddenSeats = 200;

/** The number of the last seat before the aisle. */
export const lastSeatBeforeAisle = seatsPerRow / 2;

/** A seat by its position: rows from 0, numbers from 1. */
export interface SeatPosition {
  readonly row: number;
  readonly number: number;
}

/** Returns the letters of a row: "A" for row 0, "Z" for row 25, then "AA". */
export function formatRowLetters(row: number): string {
  const last = String.fromCharCode(65 + (row % 26));
  return row < 26 ? last : formatRowLetters(Math.floor(row / 26) - 1) + last;
}

/** Formats a seat's label: "C7". */
export const formatSeatLabel = ({ row, number }: SeatPosition): string => `${formatRowLetters(row)}${number}`;

/** Cache of parsed labels, because plans parse the same few labels again and again. */
const parsedLabels = new Map<string, SeatPosition>();

/** Parses a label; undefined for any other text. */
export function parseSeatLabel(label: string): SeatPosition | undefined {
  const known = parsedLabels.get(label);
  if (known) return known;
  const [, letters, digits] = /^([A-Z]{1,2})([1-9]\d?)$/.exec(label) ?? [];
  if (letters === undefined || Number(digits) > seatsPerRow) return undefined;
  const row = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const position = { row, number: Number(digits) };
  parsedLabels.set(label, position);
  return position;
}

const noPosition = { row: Number.MAX_SAFE_INTEGER, number: 0 };

/** Sorts labels by row and number, with any other text last. */
export function sortSeats(labels: Iterable<string>): string[] {
  return [...labels]
    .map((label) => ({ label, at: parseSeatLabel(label) ?? noPosition }))
    .sort((a, b) => a.at.row - b.at.row || a.at.number - b.at.number)
    .map(({ label }) => label);
}

/** Sorts tickets by their seats, with tickets without a seat last. `seats` maps ticket ids to labels. */
export function sortTicketsBySeat<Ticket extends { id: string }>(
  tickets: readonly Ticket[],
  seats: ReadonlyMap<string, string>,
): Ticket[] {
  const labels = sortSeats(seats.values());
  const positionOf = ({ id }: Ticket) => {
    const seat = seats.get(id);
    return seat === undefined ? labels.length : labels.indexOf(seat);
  };
  return tickets.toSorted((a, b) => positionOf(a) - positionOf(b));
}

/** Returns true if one of `count` adjacent seats lies on the inner aisle or at an end of the row. */
export function isNextToAisle(first: number, count: number): boolean {
  const last = first + count - 1;
  return first === 1 || last >= seatsPerRow || (first <= lastSeatBeforeAisle + 1 && last >= lastSeatBeforeAisle);
}

/**
 * Lists the labels of a seat's neighbours, including labels that a plan doesn't have. `beside` contains the neighbours
 * in the same row, `behind` the seats directly in front of the seat and behind it.
 */
export function listNeighbouringSeats(label: string): Record<'beside' | 'behind', string[]> {
  const at = parseSeatLabel(label);
  if (!at) return { beside: [], behind: [] };
  const toLabels = (positions: readonly SeatPosition[]) =>
    positions.map(formatSeatLabel).filter((neighbour) => parseSeatLabel(neighbour) !== undefined);
  return {
    beside: toLabels([1, -1].map((by) => ({ row: at.row, number: at.number + by }))),
    behind: toLabels([1, -1].map((by) => ({ row: at.row + by, number: at.number }))),
  };
}

/** Groups labels into runs of adjacent seats, sorted. The aisle doesn't separate a run. */
export function groupAdjacentSeats(labels: Iterable<string>): string[][] {
  const runs: string[][] = [];
  let before = noPosition;
  for (const label of sortSeats(labels)) {
    const at = parseSeatLabel(label) ?? noPosition;
    if (at.row === before.row && at.number === before.number + 1) runs.at(-1)?.push(label);
    else runs.push([label]);
    before = at;
  }
  return runs;
}

/** Formats runs of more than two adjacent seats as ranges, "A7-A9", and the seats of shorter runs in full. */
export const formatSeatRanges = (labels: Iterable<string>): string[] =>
  groupAdjacentSeats(labels).flatMap((run) => (run.length > 2 ? [`${run[0]}-${run.at(-1)}`] : run));

/**
 * Parses typed seats: "C1–C6, D3, row E, F–H". A range is either within one row or of whole rows.
 *
 * @param isThere returns true if the plan has the seat; a whole row stands for the seats that exist in it
 * @returns the seats, or the first part of the text that isn't a seat as `fault`
 */
export function parseSeats(
  written: string,
  isThere: (label: string) => boolean = () => true,
): { seats: string[] } | { fault: string } {
  const seats = new Set<string>();
  const joined = written
    .toUpperCase()
    .replace(/\s*[-–—]\s*/g, '-')
    .replace(/\bROWS?\s+(?=[A-Z]{1,2}\b)/g, '');
  for (const part of joined.split(/[\s,;]+/).filter(Boolean)) {
    const [first = '', last = first, ...more] = part.split('-');
    if (/^[A-Z]{1,2}$/.test(first) && more.length === 0) {
      const rows = seatsOfRows(first, last, isThere);
      if (rows.length === 0) return { fault: part };
      for (const seat of rows) seats.add(seat);
      continue;
    }
    const from = parseSeatLabel(first);
    const to = parseSeatLabel(/^\d/.test(last) && from ? `${formatRowLetters(from.row)}${last}` : last);
    if (!from || !to || from.row !== to.row || to.number < from.number || more.length > 0) return { fault: part };
    for (let { number } = from; number <= to.number; number++) seats.add(formatSeatLabel({ row: from.row, number }));
  }
  return { seats: sortSeats(seats) };
}

/** Lists the seats of a range of rows; none if any of these rows has no seats. */
function seatsOfRows(first: string, last: string, isThere: (label: string) => boolean): string[] {
  const [from, to] = [parseSeatLabel(`${first}1`), parseSeatLabel(`${last}1`)];
  const found: string[] = [];
  for (let row = from?.row ?? 0; from && to && row <= to.row; row++) {
    const there = Array.from({ length: seatsPerRow }, (_, at) => formatSeatLabel({ row, number: at + 1 })).filter(
      isThere,
    );
    if (there.length === 0) return [];
    found.push(...there);
  }
  return found;
}

/** Formats seats for a sentence: "C5, C6, D1–D4". */
export const formatSeats = (labels: Iterable<string>): string =>
  formatSeatRanges(labels).join(', ').replaceAll('-', '–');

/** Formats assigned seats as a sentence to append to a message: " Seats C5, C6."; "" if there are none. */
export const formatAssignedSeats = (seats: readonly string[]): string =>
  seats.length === 0 ? '' : ` ${seats.length === 1 ? 'Seat' : 'Seats'} ${formatSeats(seats)}.`;

export const seatKindLabels = {
  wheelchair: 'Wheelchair space',
  companion: 'Companion seat',
  restricted: 'Restricted view',
} as const;
export type SeatKind = keyof typeof seatKindLabels;

/** The special properties of a seat. */
export interface SeatMark {
  kind: SeatKind | '';
  /** The reason why a house seat is withheld from visitors; "" for any other seat. */
  reason: string;
  /** The number of minutes before the performance at which a house seat is released; 0 for never. */
  release: number;
}

/** Marks by seat. A seat without a mark has no special properties. */
export type SeatMarks = Readonly<Record<string, SeatMark>>;

/** The maximum time before a performance at which a house seat can be released: four weeks. */
export const maxHouseSeatReleaseMinutes = 28 * 24 * 60;

/** The maximum number of marked seats of a plan. */
export const maxSeatMarks = 400;

export const plainSeatMark: SeatMark = { kind: '', reason: '', release: 0 };

/** Returns true if the seat has no special properties. */
export const isPlainSeatMark = ({ kind, reason }: SeatMark): boolean => kind === '' && reason === '';

/**
 * Returns the time at which a house seat is released to visitors; undefined if the seat is never released, or isn't a
 * house seat.
 */
export const getHouseSeatReleaseTime = ({ reason, release }: SeatMark, starts_at: Instant): Instant | undefined =>
  reason === '' || release === 0 ? undefined : subtractMs(starts_at, release * minute);

interface SaleMoment {
  starts_at: Instant;
  now: Instant;
}

/**
 * Returns true if a seat is withheld from visitors at the time `now`. This is computed on demand, so that house seats
 * are released without a background job.
 */
export function isSeatWithheld(mark: SeatMark, { starts_at, now }: SaleMoment): boolean {
  if (mark.reason === '') return false;
  const released = getHouseSeatReleaseTime(mark, starts_at);
  return released === undefined || released > now;
}

/**
 * Returns the marks that apply at the given time. House seats that have been released by then are no longer marked as
 * house seats.
 */
export const getActiveSeatMarks = (marks: SeatMarks, at: SaleMoment): SeatMarks =>
  Object.fromEntries(
    Object.entries(marks).flatMap(([seat, mark]) => {
      const now = isSeatWithheld(mark, at) ? mark : { ...mark, reason: '', release: 0 };
      return isPlainSeatMark(now) ? [] : [[seat, now]];
    }),
  );

/** Lists the seats that are withheld from visitors at the given time. */
export const listWithheldSeats = (marks: SeatMarks, at: SaleMoment): string[] =>
  Object.entries(marks).flatMap(([seat, mark]) => (isSeatWithheld(mark, at) ? [seat] : []));

/** Labels for the release of house seats, by minutes before the performance. */
export const houseSeatReleaseLabels: Readonly<Record<number, string>> = {
  0: 'Never (release them yourself)',
  30: 'Half an hour before',
  60: 'An hour before',
  120: 'Two hours before',
  [24 * 60]: 'A day before',
  [2 * 24 * 60]: 'Two days before',
  [7 * 24 * 60]: 'A week before',
};

/** Formats the special properties of a seat: "wheelchair space, house seat (the author)"; "" for none. */
export const formatSeatMark = ({ kind, reason }: SeatMark): string =>
  [kind && lowercaseInitial(seatKindLabels[kind]), reason && `house seat (${reason})`].filter(Boolean).join(', ');
