import { breathing } from '../background/breathing.ts';

/** Rows to one statement: both engines bound the number of values that one may carry. */
const rowsAtOnce = 500;

/**
 * Hands rows to `insert` in portions that one statement may carry, one after another; others have their turn in
 * between.
 */
export async function inBatches<Row>(
  rows: readonly Row[],
  insert: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const breathe = breathing();
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await insert(rows.slice(start, start + rowsAtOnce));
    await breathe();
  }
}
