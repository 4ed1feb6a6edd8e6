import { seatsPerRow } from './capacity.ts';

/** Rows of the largest plan. */
export const maxRows = 120;

/** The maximum number of seats of a plan that may be hidden. */
export const maxHiddenSeats = 200;

/** The last seat before the aisle. */
export const lastSeatBeforeAisle = seatsPerRow / 2;

/** A seat by its place: rows from 0, numbers from 1. */
export interface SeatPosition {
  readonly row: number;
  readonly number: number;
}

/** Returns the letters of a row: "A" to "Z", then "AA", the first being 0. */
export function rowLetters(row: number): string {
  const last = String.fromCharCode(65 + (row % 26));
  return row < 26 ? last : rowLetters(Math.floor(row / 26) - 1) + last;
}

/** "C7" */
export const formatSeatLabel = ({ row, number }: SeatPosition): string => `${rowLetters(row)}${number}`;

/**
 * Cache of parsed labels: a plan parses the same ones again and again, and there are only as many as rows have seats.
 */
const places = new Map<string, SeatPosition>();

/** Parses the place of a label; undefined for text that is no seat's label. */
export function parseSeatLabel(label: string): SeatPosition | undefined {
  const known = places.get(label);
  if (known) return known;
  const [, letters, digits] = /^([A-Z]{1,2})([1-9]\d?)$/.exec(label) ?? [];
  if (letters === undefined || Number(digits) > seatsPerRow) return undefined;
  const row = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const place = { row, number: Number(digits) };
  places.set(label, place);
  return place;
}

const none = { row: Number.MAX_SAFE_INTEGER, number: 0 };

/** Labels in their order along the rows; other text comes last. */
export function sortSeats(labels: Iterable<string>): string[] {
  return [...labels]
    .map((label) => ({ label, at: parseSeatLabel(label) ?? none }))
    .sort((a, b) => a.at.row - b.at.row || a.at.number - b.at.number)
    .map(({ label }) => label);
}

/** Returns tickets in the order of their seats, those without a seat last; `seats` has the seats by the tickets' ids. */
export function sortBySeat<Ticket extends { id: string }>(
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

/** Returns true if one of `count` adjacent seats lies on an aisle: the inner one, or either end of the row. */
export function isOnAisle(first: number, count: number): boolean {
  const last = first + count - 1;
  return first === 1 || last >= seatsPerRow || (first <= lastSeatBeforeAisle + 1 && last >= lastSeatBeforeAisle);
}

/** The labels around a seat, including those that a plan doesn't have. */
export interface Neighbours {
  /** In its row. */
  beside: readonly string[];
  /** Directly in front of it and behind it. */
  behind: readonly string[];
}

const neighbours = new Map<string, Neighbours>();

/** Returns the adjacent seats: the only place that knows them. */
export function neighboursOfSeat(label: string): Neighbours {
  const known = neighbours.get(label);
  if (known) return known;
  const at = parseSeatLabel(label);
  const labels = (places: readonly SeatPosition[]) =>
    places.map(formatSeatLabel).filter((one) => parseSeatLabel(one) !== undefined);
  const found: Neighbours = at
    ? {
        beside: labels([1, -1].map((by) => ({ row: at.row, number: at.number + by }))),
        behind: labels([1, -1].filter((by) => at.row + by >= 0).map((by) => ({ row: at.row + by, number: at.number }))),
      }
    : { beside: [], behind: [] };
  neighbours.set(label, found);
  return found;
}

/** Groups adjacent seats of a row, in order. The aisle between two of them doesn't separate them. */
export function groupAdjacentSeats(labels: Iterable<string>): string[][] {
  const runs: string[][] = [];
  let before = none;
  for (const label of sortSeats(labels)) {
    const at = parseSeatLabel(label) ?? none;
    if (at.row === before.row && at.number === before.number + 1) runs.at(-1)?.push(label);
    else runs.push([label]);
    before = at;
  }
  return runs;
}

/** "A7-A9" for more than two neighbours; one or two are written in full. */
export const formatSeatRanges = (labels: Iterable<string>): string[] =>
  groupAdjacentSeats(labels).flatMap((run) => (run.length > 2 ? [`${run[0]}-${run.at(-1)}`] : run));

/**
 * Parses typed seats, "C1–C6, D3, row E, F–H"; or returns the part that isn't a seat. A range is within a row, or of
 * rows.
 * @param isThere tells if the plan has a seat: a whole row means only those
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
    const to = parseSeatLabel(/^\d/.test(last) && from ? `${rowLetters(from.row)}${last}` : last);
    if (!from || !to || from.row !== to.row || to.number < from.number || more.length > 0) return { fault: part };
    for (let { number } = from; number <= to.number; number++) seats.add(formatSeatLabel({ row: from.row, number }));
  }
  return { seats: sortSeats(seats) };
}

/** Returns the seats of adjacent rows; none if one of the rows has none. */
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

/** "C5, C6, D1–D4": seats in a sentence. */
export const formatSeats = (labels: Iterable<string>): string =>
  formatSeatRanges(labels).join(', ').replaceAll('-', '–');
