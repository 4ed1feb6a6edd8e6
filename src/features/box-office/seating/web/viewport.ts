/**
 * Pixels of the page's head, the tools and the stage. If this were too high, a viewport's rows would be rendered in two
 * steps.
 */
export const heightAboveSeats = 310;
/** A row of seats, and the gap to the next. */
export const rowHeight = 50;

/** How many things of a list a window of that height has room for: those cut off by its lower edge too, and one at least. */
export const countFitting = (height: number, { each, below }: { each: number; below: number }): number =>
  Math.max(1, Math.ceil((height - below) / each));

/** Splits a render count over two lists: the first list goes first. */
export const splitRenderCount = (drawn: number, first: number): readonly [number, number] => [
  Math.min(drawn, first),
  Math.max(0, drawn - first),
];
