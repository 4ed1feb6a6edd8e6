import { seatsPerRow } from '#features/box-office/performances/seats.ts';

/** The cost of an arrangement: first the number of split parties, then the number of orphan seats. */
export interface PackingScore {
  splitParties: number;
  orphanSeats: number;
}

export const isWorsePacking = (a: PackingScore, b: PackingScore): boolean =>
  a.splitParties > b.splitParties || (a.splitParties === b.splitParties && a.orphanSeats > b.orphanSeats);

/**
 * Creates a function that computes the best score for seating parties in runs of free seats. `sizes` are the sizes of
 * the parties, the largest first. Only the lengths of the runs matter, because the parties in a run can always be
 * pushed together. Scores are cached. The function returns undefined once it has examined more than `maxArrangements`
 * arrangements.
 */
export function createPackingScorer(sizes: readonly number[], maxArrangements: number) {
  const scores = new Map<string, PackingScore>();
  let examined = 0;

  /**
   * Returns the best score for the parties from the index `at` on. `free[n]` is the number of runs with n seats left.
   */
  const best = (free: number[], at: number): PackingScore | undefined => {
    const size = sizes[at];
    if (size === undefined) return { splitParties: 0, orphanSeats: free[1] ?? 0 };
    const key = `${at}:${free.join()}`;
    const known = scores.get(key);
    if (known) return known;
    examined += 1;
    if (examined > maxArrangements) return undefined;
    const least = { splitParties: 0, orphanSeats: Math.max(0, (free[1] ?? 0) - countSingleSizes(sizes, at)) };
    let found: PackingScore | undefined;
    for (const length of listFittingLengths(free, size)) {
      moveRun(free, length, length - size);
      const then = best(free, at + 1);
      moveRun(free, length - size, length);
      if (then === undefined) return undefined;
      if (!found || isWorsePacking(found, then)) found = then;
      if (!isWorsePacking(found, least)) break;
    }
    if (!found || found.splitParties > 0) {
      const then = best(free, at + 1);
      if (then === undefined) return undefined;
      const split = { splitParties: then.splitParties + 1, orphanSeats: then.orphanSeats };
      if (!found || isWorsePacking(found, split)) found = split;
    }
    scores.set(key, found);
    return found;
  };

  return (free: readonly number[], at: number): PackingScore | undefined => best([...free], at);
}

/** Counts the runs of each length: the value at index n is the number of runs with n seats. */
export function countRunsByLength(runs: Iterable<{ length: number }>): number[] {
  const free = Array.from({ length: seatsPerRow + 1 }, () => 0);
  for (const { length } of runs) free[length] = (free[length] ?? 0) + 1;
  return free;
}

const countSingleSizes = (sizes: readonly number[], from: number): number => {
  let count = 0;
  for (let at = sizes.length - 1; at >= from && sizes[at] === 1; at--) count += 1;
  return count;
};

const moveRun = (free: number[], from: number, to: number): void => {
  if (from > 0) free[from] = (free[from] ?? 0) - 1;
  if (to > 0) free[to] = (free[to] ?? 0) + 1;
};

/**
 * Lists the run lengths that a party fits in: an exact fit first, then those with the fewest seats left over, and last
 * those that leave an orphan seat.
 */
function listFittingLengths(free: readonly number[], size: number): number[] {
  const fitting: number[] = [];
  for (let length = size; length < free.length; length++) if ((free[length] ?? 0) > 0) fitting.push(length);
  return fitting.sort((a, b) => Number(a === size + 1) - Number(b === size + 1) || a - b);
}
