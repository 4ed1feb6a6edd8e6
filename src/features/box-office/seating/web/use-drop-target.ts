import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatSeatLabel, lastSeatBeforeAisle } from '#features/box-office/performances/seat-labels.ts';
import styles from './seat-grid.module.css';
import { boxesAround, placeUnder, type Tracks } from './tracks.ts';

interface Point {
  x: number;
  y: number;
}

/** The parts of the board that aiming needs. */
export interface DropTarget {
  /** The element that scrolls sideways in a narrow window. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The rows. */
  grid: RefObject<HTMLDivElement | null>;
  /** The overlay that frames the target seats. */
  goals: RefObject<HTMLDivElement | null>;
  /** Returns the label of the seat position at a point of the viewport, even if there is no seat. */
  seatAt: (point: Point) => string | undefined;
  /** Returns true if nothing covers the plan at a point. */
  isOpenAt: (point: Point) => boolean;
  /** Frames these seats. */
  show: (seats: readonly string[]) => void;
  /** Removes the frames, and measures again before the next. */
  clear: () => void;
}

/**
 * Finds the seat under a pointer and frames the target. Both happen in each frame of a drag, so neither searches the
 * hundreds of seats in the DOM, nor redraws one of them.
 */
export function useDropTarget(): DropTarget {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const goals = useRef<HTMLDivElement>(null);
  const [aim] = useState(() => {
    let measured: Tracks | null = null;
    const tracks = (): Tracks => {
      const rows = grid.current?.childElementCount ?? 0;
      if (measured === null || measured.rows.length !== rows) measured = measure(grid.current);
      return measured;
    };
    const show = (seats: readonly string[]) => {
      const boxes = seats.length === 0 ? [] : boxesAround(tracks(), seats);
      const over = goals.current;
      if (!over) return;
      while (over.childElementCount < boxes.length) {
        over.append(Object.assign(document.createElement('i'), { className: styles.goal }));
      }
      for (const [at, goal] of [...over.children].entries()) {
        const box = boxes[at];
        const { style } = goal as HTMLElement;
        // Far out of view rather than hidden: an element with a layer of its own keeps it
        style.translate = box ? `${box.left}px ${box.top}px` : '-999px -999px';
        if (!box) continue;
        style.width = `${box.width}px`;
        style.height = `${box.height}px`;
      }
    };
    return {
      show,
      clear: () => {
        goals.current?.replaceChildren();
        measured = null;
      },
      forget: () => {
        measured = null;
      },
      seatAt: ({ x, y }: Point) => {
        const { columns } = tracks();
        const view = scroller.current?.getBoundingClientRect();
        const corner = grid.current?.getBoundingClientRect();
        // The letters stay in place, and the seats scroll behind them
        if (!view || !corner || x < view.left + (columns[0]?.from ?? 0) || x > view.right) return undefined;
        const place = placeUnder(tracks(), { x: x - corner.left, y: y - corner.top });
        return place && formatSeatLabel(place);
      },
    };
  });
  useEffect(() => {
    addEventListener('resize', aim.forget);
    return () => removeEventListener('resize', aim.forget);
  }, [aim]);
  const isOpenAt = ({ x, y }: Point) => {
    const [, under] = document.elementsFromPoint(x, y);
    return scroller.current?.contains(under ?? null) ?? false;
  };
  return { scroller, grid, goals, isOpenAt, ...aim };
}

/** The seats of all rows are aligned, so the first row gives the columns. */
function measure(grid: HTMLElement | null): Tracks {
  if (!grid) return { rows: [], columns: [] };
  const corner = grid.getBoundingClientRect();
  const rows = [...grid.children].map((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return { from: top - corner.top, to: bottom - corner.top };
  });
  // A row's letters come before its seats, the aisle between them
  const cells = [...(grid.firstElementChild?.children ?? [])].filter(
    (_, at) => at !== 0 && at !== lastSeatBeforeAisle + 1,
  );
  const columns = cells.map((cell) => {
    const { left, right } = (cell.firstElementChild ?? cell).getBoundingClientRect();
    return { from: left - corner.left, to: right - corner.left };
  });
  return { rows, columns };
}
