import { yieldToEventLoop } from '../../background/event-loop.ts';

/**
 * The number of rows in one statement. Both engines limit the number of values in a statement, and a large statement
 * delays other work.
 */
const rowsAtOnce = 200;

/**
 * Passes rows to `work` in batches that fit into one statement, one batch after another. Other work can run in between.
 */
export async function runInBatches<Row>(
  rows: readonly Row[],
  work: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await work(rows.slice(start, start + rowsAtOnce));
    await yieldToEventLoop();
  }
}
