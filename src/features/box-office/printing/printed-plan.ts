import {
  formatRowLetters,
  formatSeatLabel,
  lastSeatBeforeAisle,
  parseSeatLabel,
  seatsPerRow,
} from '#features/box-office/performances/seat-labels.ts';
import { findBlock, isSeat, type Plan } from '#features/box-office/seating/plan/plan.ts';

/** One cell of the printed plan: an order's seats on one side of the aisle, a free seat, or a gap. */
export interface WallPlanCell {
  /** The number of the cell's first seat. */
  number: number;
  /** The cell's width in seats. */
  span: number;
  /** The order that has the seat; undefined for a free seat. */
  ref?: string;
  /** Set if there is no seat. */
  gap?: true;
}

/**
 * Returns a row of the plan as cells, starting at seat 1. An order's seats across the aisle become two cells.
 */
export function buildWallPlanRow(plan: Plan, row: number): WallPlanCell[] {
  const cells: WallPlanCell[] = [];
  for (let number = 1; number <= seatsPerRow; ) {
    const label = formatSeatLabel({ row, number });
    const end = number <= lastSeatBeforeAisle ? lastSeatBeforeAisle : seatsPerRow;
    const ref = plan.assignments[label];
    const last = parseSeatLabel(findBlock(plan, label).at(-1) ?? label)?.number ?? number;
    const span = ref === undefined ? 1 : Math.min(last, end) - number + 1;
    cells.push(isSeat(plan, label) ? { number, span, ...(ref !== undefined && { ref }) } : { number, span, gap: true });
    number += span;
  }
  return cells;
}

/** The label at one end of a row: its letters, and the seats on that side of the aisle. */
export interface RowLabel {
  letters: string;
  first: number;
  last: number;
}

/** Lists the labels: one for each row and side of the aisle, none for a side without seats. */
export const listRowLabels = (plan: Pick<Plan, 'rowCount' | 'hiddenSeats'>): RowLabel[] =>
  Array.from({ length: plan.rowCount }, (_, row) =>
    [
      { from: 1, to: lastSeatBeforeAisle },
      { from: lastSeatBeforeAisle + 1, to: seatsPerRow },
    ].flatMap(({ from, to }) => {
      const numbers = Array.from({ length: to - from + 1 }, (_none, at) => from + at);
      const there = numbers.filter((number) => isSeat({ ...plan, assignments: {} }, formatSeatLabel({ row, number })));
      const [first, last] = [there[0], there.at(-1)];
      return first === undefined || last === undefined ? [] : [{ letters: formatRowLetters(row), first, last }];
    }),
  ).flat();
