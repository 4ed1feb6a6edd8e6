import { yieldToEventLoop } from '../../background/event-loop.ts';

/** Rows in one statement: both engines limit the number of its values, and a large statement delays other work. */
const rowsAtOnce = 200;

/**
 * Passes rows to `insert` in batches that fit one statement, one batch after another; other work can run in between.
 */
export async function runInBatches<Row>(
  rows: readonly Row[],
  insert: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await insert(rows.slice(start, start + rowsAtOnce));
    await yieldToEventLoop();
  }
}
