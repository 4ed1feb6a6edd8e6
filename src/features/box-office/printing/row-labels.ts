import {
  formatRowLetters,
  formatSeatLabel,
  lastSeatBeforeAisle,
  seatsPerRow,
} from '#features/box-office/performances/seat-labels.ts';
import { isSeat, type Plan } from '#features/box-office/seating/plan/plan.ts';

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
