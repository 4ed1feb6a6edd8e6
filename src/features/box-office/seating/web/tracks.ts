import {
  groupAdjacentSeats,
  lastSeatBeforeAisle,
  parseSeatLabel,
  type SeatPosition,
} from '#features/box-office/performances/seat-labels.ts';

/** From here to there, in pixels. */
interface Span {
  from: number;
  to: number;
}

/** The positions of a plan's rows and columns, from its corner: all seats of a column are aligned. */
export interface Tracks {
  rows: readonly Span[];
  columns: readonly Span[];
}

/** The position and size of a rectangle of the plan, from its corner. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * A point at most this many pixels from a seat still hits it: half the aisle, and more than half the gap between rows.
 */
const reach = 14;

/** Returns the seat position at a point: between two seats the nearer one, none outside the plan. */
export function placeUnder({ rows, columns }: Tracks, { x, y }: { x: number; y: number }): SeatPosition | undefined {
  const [row, column] = [nearest(rows, y), nearest(columns, x)];
  return row < 0 || column < 0 ? undefined : { row, number: column + 1 };
}

function nearest(spans: readonly Span[], at: number): number {
  let found = -1;
  let least = reach;
  for (const [index, { from, to }] of spans.entries()) {
    const away = Math.max(from - at, at - to, 0);
    if (away >= least) continue;
    least = away;
    found = index;
  }
  return found;
}

/** Returns the boxes around seats: one for all that are drawn together. */
export function boxesAround({ rows, columns }: Tracks, seats: readonly string[]): Box[] {
  const isBefore = (seat: string) => (parseSeatLabel(seat)?.number ?? 0) <= lastSeatBeforeAisle;
  const parts = groupAdjacentSeats(seats).flatMap((run) => [
    run.filter(isBefore),
    run.filter((seat) => !isBefore(seat)),
  ]);
  return parts.flatMap((part) => {
    const [first, last] = [parseSeatLabel(part[0] ?? ''), parseSeatLabel(part.at(-1) ?? '')];
    const row = rows[first?.row ?? -1];
    const [start, end] = [columns[(first?.number ?? 0) - 1], columns[(last?.number ?? 0) - 1]];
    if (!row || !start || !end) return [];
    return [{ left: start.from, top: row.from, width: end.to - start.from, height: row.to - row.from }];
  });
}
