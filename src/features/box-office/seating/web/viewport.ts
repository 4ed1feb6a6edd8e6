/**
 * Pixels of the page's head, the tools and the stage. If this were too high, a viewport's rows would be rendered in two
 * steps.
 */
export const heightAboveSeats = 310;
/** A row of seats, and the gap to the next. */
export const rowHeight = 50;

/**
 * Counts the list items for which a viewport of that height has room: including one cut off by its lower edge, and at
 * least one.
 */
export const countFitting = (height: number, { each, below }: { each: number; below: number }): number =>
  Math.max(1, Math.ceil((height - below) / each));

/** Splits a render count over two lists: the first list goes first. */
export const splitRenderCount = (drawn: number, first: number): readonly [number, number] => [
  Math.min(drawn, first),
  Math.max(0, drawn - first),
];
