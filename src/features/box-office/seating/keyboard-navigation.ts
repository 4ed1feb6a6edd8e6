import { formatSeatLabel, parseSeatLabel, seatsPerRow } from '#features/box-office/performances/seat-labels.ts';
import { isSeat, type Plan } from './plan/plan.ts';

const directions: Readonly<Record<string, readonly [rows: number, numbers: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -seatsPerRow],
  End: [0, seatsPerRow],
};

/**
 * Finds the seat that an arrow key, Home or End leads to, skipping hidden seats unless `withHidden` is true. Returns the
 * same seat at the edge of the plan, and undefined for any other key.
 */
export function findSeatForKey(plan: Plan, seat: string, key: string, withHidden = false): string | undefined {
  const [direction, from] = [directions[key], parseSeatLabel(seat)];
  if (!direction || !from) return undefined;
  const [rows, numbers] = direction;
  const isThere = (label: string) => withHidden || isSeat(plan, label);
  const isToEnd = Math.abs(numbers) === seatsPerRow;
  let { row, number } = isToEnd
    ? { row: from.row, number: numbers > 0 ? seatsPerRow : 1 }
    : { row: from.row + rows, number: from.number + numbers };
  const [down, along] = isToEnd ? [0, -Math.sign(numbers)] : [rows, numbers];
  while (row >= 0 && row < plan.rowCount && number >= 1 && number <= seatsPerRow) {
    const label = formatSeatLabel({ row, number });
    if (isThere(label)) return label;
    row += down;
    number += along;
  }
  return seat;
}
