import { isOnAisle, type Place } from '#features/performances/seat-labels.ts';
import type { Needs } from './needs.ts';
import { missesOfWheelchair } from './wheelchair-spaces.ts';

/** What of a hall decides whether seats answer a need. */
export interface Hall {
  rows: number;
  /** The rows that are come to without steps. */
  level: ReadonlySet<number>;
}

/**
 * What of a party's needs isn't met where it begins at `place`: 0 where all is. Nothing says
 * where a hall's loop is: near the stage is where most are, and where one hears best without.
 */
export function unmet(needs: Needs, { row, number }: Place, count: number, { rows, level }: Hall): number {
  const isAtAisle = isOnAisle(number, count);
  const few = Math.max(1, Math.ceil(rows / 4));
  let misses = 0;
  if (needs.wheelchair) misses += missesOfWheelchair({ row, rows, isAtAisle });
  if (needs.steps && !level.has(row)) misses += 3;
  if (needs.aisle && !isAtAisle) misses += 2;
  if ((needs.front || needs.loop) && row >= few) misses += 1;
  if (needs.back && row < rows - few) misses += 1;
  return misses;
}
