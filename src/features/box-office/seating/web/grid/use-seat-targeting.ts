import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  formatSeatLabel,
  groupAdjacentSeats,
  lastSeatBeforeAisle,
  parseSeatLabel,
  type SeatPosition,
} from '#features/box-office/performances/seats.ts';
import styles from './seat-grid.module.css';

/** A range of pixel positions along one axis. */
interface Span {
  from: number;
  to: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The positions of the plan's rows and columns, relative to its corner. */
export interface PlanGridPositions {
  rows: readonly Span[];
  columns: readonly Span[];
}

/** A rectangle, relative to the plan's corner. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The maximum distance from a seat at which a point still hits it: half the aisle, in pixels. */
const maxReach = 14;

/** Finds the seat position nearest to a point; undefined if none is within `maxReach`. */
export function findSeatPositionAt({ rows, columns }: PlanGridPositions, { x, y }: Point): SeatPosition | undefined {
  const [row, column] = [findNearest(rows, y), findNearest(columns, x)];
  return row < 0 || column < 0 ? undefined : { row, number: column + 1 };
}

function findNearest(spans: readonly Span[], at: number): number {
  let found = -1;
  let least = maxReach;
  for (const [index, { from, to }] of spans.entries()) {
    const away = Math.max(from - at, at - to, 0);
    if (away >= least) continue;
    least = away;
    found = index;
  }
  return found;
}

/** Returns a box around each run of adjacent seats, split at the aisle. */
export function getBoxesAroundSeats({ rows, columns }: PlanGridPositions, seats: readonly string[]): Box[] {
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

/** The elements of the grid, and the functions to find and frame target seats. */
export interface SeatTargeting {
  /** The element that scrolls sideways in a narrow window. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The parent of the rows. */
  grid: RefObject<HTMLDivElement | null>;
  /** The overlay with the frames around target seats. */
  frames: RefObject<HTMLDivElement | null>;
  /** Returns the seat label at a point of the viewport, even if the seat is hidden; undefined outside the plan. */
  findSeatAt: (point: Point) => string | undefined;
  /** Returns true if nothing covers the plan at a point. */
  isOpenAt: (point: Point) => boolean;
  /** Draws frames around these seats. */
  showFrames: (seats: readonly string[]) => void;
  /** Removes the frames and the cached measurements. */
  clearFrames: () => void;
}

/**
 * Finds the seat under a pointer, and frames target seats. Both happen at each move of a drag, so they use cached
 * measurements and an overlay instead of the seats' elements.
 */
export function useSeatTargeting(): SeatTargeting {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const frames = useRef<HTMLDivElement>(null);
  const [targeting] = useState(() => {
    let measured: PlanGridPositions | null = null;
    const tracks = (): PlanGridPositions => {
      const rows = grid.current?.childElementCount ?? 0;
      if (measured === null || measured.rows.length !== rows) measured = measure(grid.current);
      return measured;
    };
    const showFrames = (seats: readonly string[]) => {
      const boxes = seats.length === 0 ? [] : getBoxesAroundSeats(tracks(), seats);
      const over = frames.current;
      if (!over) return;
      while (over.childElementCount < boxes.length) {
        over.append(Object.assign(document.createElement('i'), { className: styles.goal }));
      }
      for (const [at, frame] of [...over.children].entries()) {
        const box = boxes[at];
        const { style } = frame as HTMLElement;
        // A frame that isn't needed is moved out of view instead of hidden, so that it keeps its compositing layer
        style.translate = box ? `${box.left}px ${box.top}px` : '-999px -999px';
        if (!box) continue;
        style.width = `${box.width}px`;
        style.height = `${box.height}px`;
      }
    };
    return {
      showFrames,
      clearFrames: () => {
        frames.current?.replaceChildren();
        measured = null;
      },
      remeasure: () => {
        measured = null;
      },
      findSeatAt: ({ x, y }: Point) => {
        const { columns } = tracks();
        const view = scroller.current?.getBoundingClientRect();
        const corner = grid.current?.getBoundingClientRect();
        // A point over the row letters isn't over a seat, because the seats scroll behind the letters
        if (!view || !corner || x < view.left + (columns[0]?.from ?? 0) || x > view.right) return undefined;
        const place = findSeatPositionAt(tracks(), { x: x - corner.left, y: y - corner.top });
        return place && formatSeatLabel(place);
      },
    };
  });
  useEffect(() => {
    addEventListener('resize', targeting.remeasure);
    return () => removeEventListener('resize', targeting.remeasure);
  }, [targeting]);
  const isOpenAt = ({ x, y }: Point) => {
    const [, under] = document.elementsFromPoint(x, y);
    return scroller.current?.contains(under ?? null) ?? false;
  };
  return { scroller, grid, frames, isOpenAt, ...targeting };
}

/** Measures the rows, and the columns of the first row, because the seats of all rows are aligned. */
function measure(grid: HTMLElement | null): PlanGridPositions {
  if (!grid) return { rows: [], columns: [] };
  const corner = grid.getBoundingClientRect();
  const rows = [...grid.children].map((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return { from: top - corner.top, to: bottom - corner.top };
  });
  // Skips the cells for the row letters and the aisle
  const cells = [...(grid.firstElementChild?.children ?? [])].filter(
    (_, at) => at !== 0 && at !== lastSeatBeforeAisle + 1,
  );
  const columns = cells.map((cell) => {
    const { left, right } = (cell.firstElementChild ?? cell).getBoundingClientRect();
    return { from: left - corner.left, to: right - corner.left };
  });
  return { rows, columns };
}
