import type { SeatKind } from '#features/performances/seat-marks.ts';

interface SeatedPerformance {
  /** "Wednesday 14 April 2027 at 7.30pm". */
  when: string;
  /** Whether its seats are numbered: else staff seat people later. */
  numbered: boolean;
  /** Free wheelchair spaces. */
  wheelchair_spaces: number;
  /** What the basket holds. */
  seats: readonly { kind: SeatKind | '' }[];
}

/**
 * Returns why a basket has no wheelchair space, and what to do; "" where it has one for each performance with numbered
 * seats. A tick alone gives nobody a space.
 */
export function formatWheelchairAdvice(performances: readonly SeatedPerformance[]): string {
  const without = performances.find(
    ({ numbered, seats }) => numbered && !seats.some(({ kind }) => kind === 'wheelchair'),
  );
  if (!without) return '';
  return without.wheelchair_spaces > 0
    ? `Your seats for ${without.when} aren’t wheelchair spaces. Choose these tickets again, and say how many of you use a wheelchair.`
    : `No wheelchair space is left for ${without.when}. Write to us before you book, or choose another performance.`;
}
