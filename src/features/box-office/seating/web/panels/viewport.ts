/** This file has the sizes of the planner, but no code that draws it, because browser tests import it in Node. */

/**
 * The height of everything above the seats, in pixels. If this value is higher than the real height, the first render
 * doesn't fill the viewport, and the missing rows follow in a second step.
 */
export const heightAboveSeats = 310;
/** The height of a row with the gap to the next, in pixels. */
export const rowHeight = 50;

/** Counts the items that fit in a viewport of this height, including one that its lower edge cuts off; at least 1. */
export const countFittingItems = (height: number, { each, below }: { each: number; below: number }): number =>
  Math.max(1, Math.ceil((height - below) / each));

/** Splits a number of rendered items over two lists; the first list, of `first` items, is filled first. */
export const splitRenderCount = (drawn: number, first: number): readonly [number, number] => [
  Math.min(drawn, first),
  Math.max(0, drawn - first),
];
