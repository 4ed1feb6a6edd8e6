import type { DbTransaction } from '#platform/server/database/index.ts';

/**
 * Allocates references to orders: the next integers, in order, in the transaction of the sale. A refused sale releases
 * its own with everything else; once an order is recorded, its reference is never used again.
 * @returns the first of them
 */
export async function allocateReferences(tx: DbTransaction, count: number): Promise<number> {
  // An emptied database has no row, such as that of a demo that starts again
  const { last } = await tx
    .insertInto('order_number')
    .values({ id: 'order', last: count })
    .onConflict((clash) => clash.column('id').doUpdateSet((row) => ({ last: row('order_number.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}
