import type { Writing } from '#platform/server/database/index.ts';

/**
 * Gives so many orders their references: the next integers, in order, in the transaction of the sale. What is refused gives
 * its own back with everything else, and none is given again once its order was written.
 * @returns the first of them
 */
export async function takeRefs(tx: Writing, count: number): Promise<number> {
  // A database that was emptied has no row: the demo of which everything is made anew
  const { last } = await tx
    .insertInto('order_number')
    .values({ id: 'order', last: count })
    .onConflict((clash) => clash.column('id').doUpdateSet((row) => ({ last: row('order_number.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}
