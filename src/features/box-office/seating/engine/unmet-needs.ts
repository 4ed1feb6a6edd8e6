import { isOnAisle, type SeatPosition } from '#features/box-office/performances/seat-labels.ts';
import type { Needs } from './needs.ts';

/** Facts about a hall that decide if seats meet a need. */
export interface HallLayout {
  /** Rows of the plan, including those without any seat. */
  rows: number;
  /** For each row, the number of rows with seats in front of it: a row whose seats are all hidden doesn't count. */
  rank: readonly number[];
  /** The number of rows with seats. */
  visibleRows: number;
  /** The rows that are come to without steps. */
  level: ReadonlySet<number>;
}

/**
 * Returns the extent to which a party's needs aren't met at `place`: 0 if all are. The plan doesn't record the coverage
 * of a hearing loop: most are near the stage, where people hear best without it too. A wheelchair needs a space that is
 * marked for it, which is never one of these seats.
 */
export function scoreUnmetNeeds(
  needs: Needs,
  { row, number }: SeatPosition,
  count: number,
  { rank, visibleRows, level }: Pick<HallLayout, 'rank' | 'visibleRows' | 'level'>,
): number {
  const few = Math.max(1, Math.ceil(visibleRows / 4));
  const at = rank[row] ?? row;
  let misses = 0;
  if (needs.steps && !level.has(row)) misses += 3;
  if (needs.aisle && !isOnAisle(number, count)) misses += 2;
  if ((needs.front || needs.loop) && at >= few) misses += 1;
  if (needs.back && at < visibleRows - few) misses += 1;
  return misses;
}
