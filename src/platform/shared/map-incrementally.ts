/** Computes one list from another. */
export interface IncrementalMapper<Row, Made> {
  (rows: readonly Row[]): readonly Made[];
  /** The same with a pause after some of the new rows. */
  inSteps: (rows: readonly Row[]) => Generator<undefined, readonly Made[]>;
}

/** New rows between two pauses. */
const AT_ONCE = 50;

/**
 * Maps a list row by row and reuses the results of rows that were in the previous list. Replacing one row costs one
 * computation, however long the list.
 */
export function createIncrementalMapper<Row extends object, Made>(
  make: (row: Row) => Made,
): IncrementalMapper<Row, Made> {
  let before: { rows: readonly Row[]; made: readonly Made[] } = { rows: [], made: [] };
  function* inSteps(rows: readonly Row[]): Generator<undefined, readonly Made[]> {
    const last = before;
    if (rows === last.rows) return last.made;
    const { from, until, untilBefore } = findChangedRange(rows, last.rows);
    const known = new Map(last.rows.slice(from, untilBefore).map((row, at) => [row, last.made[from + at]]));
    const made = last.made.slice(0, from);
    for (let at = from; at < until; at += 1) {
      const row = rows[at];
      if (row !== undefined) made.push(known.get(row) ?? make(row));
      if (at % AT_ONCE === 0) yield;
    }
    before = { rows, made: [...made, ...last.made.slice(untilBefore)] };
    return before.made;
  }
  const all = (rows: readonly Row[]) => {
    const steps = inSteps(rows);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  };
  return Object.assign(all, { inSteps });
}

/** Finds the range in which two lists differ, between the beginning and the end that they share. */
export function findChangedRange<Row>(rows: readonly Row[], before: readonly Row[]) {
  let from = 0;
  while (from < rows.length && from < before.length && rows[from] === before[from]) from += 1;
  let [until, untilBefore] = [rows.length, before.length];
  while (until > from && untilBefore > from && rows[until - 1] === before[untilBefore - 1]) {
    until -= 1;
    untilBefore -= 1;
  }
  return { from, until, untilBefore };
}
