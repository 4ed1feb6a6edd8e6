/** The number of pictures kept loaded on either side of the open one in the full-screen view. */
const LOADED_PER_SIDE = 5;
/** The maximum number of pictures in a carousel. */
export const MAX_CAROUSEL_PICTURES = 5;

/**
 * Wraps `index` around a ring of `count` items, in which the last item comes before the first. `count` is at least 1.
 */
export function wrapIndex(index: number, count: number): number {
  return ((index % count) + count) % count;
}

/**
 * Lists the positions kept loaded while picture `current` of `count` is open: at most five on either side, wrapping
 * around the ends, each with its distance from the open one. The positions are in the order of the pictures, so that
 * React moves none of them.
 */
export function listLoadedPositions(current: number, count: number): { index: number; steps: number }[] {
  const positions = new Map<number, number>();
  for (let steps = 0; steps <= LOADED_PER_SIDE; steps += 1) {
    for (const index of [wrapIndex(current + steps, count), wrapIndex(current - steps, count)]) {
      if (!positions.has(index)) positions.set(index, steps);
    }
  }
  return [...positions].map(([index, steps]) => ({ index, steps })).sort((a, b) => a.index - b.index);
}

/** Formats a position counted from 0 as "12 of 60". */
export const formatPosition = (index: number, count: number): string => `${index + 1} of ${count}`;

const turns: Record<string, (current: number, count: number) => number> = {
  ArrowLeft: (current, count) => wrapIndex(current - 1, count),
  ArrowRight: (current, count) => wrapIndex(current + 1, count),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Returns the index to which a key leads from `current`: left and right move around the ring, Home and End go to its
 * ends. Returns undefined for other keys.
 */
export const getPictureIndexForKey = (key: string, current: number, count: number): number | undefined =>
  Object.hasOwn(turns, key) ? turns[key]?.(current, count) : undefined;
