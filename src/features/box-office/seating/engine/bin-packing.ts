import { seatsPerRow } from '#features/box-office/performances/capacity.ts';

/** The cost of the best that is still possible: parties that can't sit together, then seats left alone. */
export interface PackingScore {
  parted: number;
  singles: number;
}

export const isWorse = (a: PackingScore, b: PackingScore): boolean =>
  a.parted > b.parted || (a.parted === b.parted && a.singles > b.singles);

/**
 * Computes the best result for parties of these sizes, the largest first, in runs of free seats. Parties in a run can
 * always be pushed together, so only its length counts; results are cached.
 * @returns undefined after examining `patience` arrangements without a result
 */
export function createPacker(sizes: readonly number[], patience: number) {
  const known = new Map<string, PackingScore>();
  let looks = 0;

  /** `free[n]` is the number of runs with n seats left. */
  const best = (free: number[], at: number): PackingScore | undefined => {
    const size = sizes[at];
    if (size === undefined) return { parted: 0, singles: free[1] ?? 0 };
    const key = `${at}:${free.join()}`;
    const before = known.get(key);
    if (before) return before;
    looks += 1;
    if (looks > patience) return undefined;
    const least = { parted: 0, singles: Math.max(0, (free[1] ?? 0) - ones(sizes, at)) };
    let found: PackingScore | undefined;
    for (const length of lengthsFor(free, size)) {
      move(free, length, length - size);
      const then = best(free, at + 1);
      move(free, length - size, length);
      if (then === undefined) return undefined;
      if (!found || isWorse(found, then)) found = then;
      if (!isWorse(found, least)) break;
    }
    if (!found || found.parted > 0) {
      const then = best(free, at + 1);
      if (then === undefined) return undefined;
      const parted = { parted: then.parted + 1, singles: then.singles };
      if (!found || isWorse(found, parted)) found = parted;
    }
    known.set(key, found);
    return found;
  };

  return (free: readonly number[], at: number): PackingScore | undefined => best([...free], at);
}

/** Counts the runs of each length. */
export function countLengths(runs: Iterable<{ length: number }>): number[] {
  const free = Array.from({ length: seatsPerRow + 1 }, () => 0);
  for (const { length } of runs) free[length] = (free[length] ?? 0) + 1;
  return free;
}

const ones = (sizes: readonly number[], from: number): number => {
  let count = 0;
  for (let at = sizes.length - 1; at >= from && sizes[at] === 1; at--) count += 1;
  return count;
};

const move = (free: number[], from: number, to: number): void => {
  if (from > 0) free[from] = (free[from] ?? 0) - 1;
  if (to > 0) free[to] = (free[to] ?? 0) + 1;
};

/**
 * Returns the lengths a party fits in: exactly, then with the least left over, and last those that leave an orphan
 * seat.
 */
function lengthsFor(free: readonly number[], size: number): number[] {
  const fitting: number[] = [];
  for (let length = size; length < free.length; length++) if ((free[length] ?? 0) > 0) fitting.push(length);
  return fitting.sort((a, b) => Number(a === size + 1) - Number(b === size + 1) || a - b);
}
