import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { LetterKind } from '../letter-kinds.ts';
import type { OrderLetterTable } from './tables.ts';

/** The kinds of letters that aren't sent. */
export async function lettersOff(db: Reading): Promise<Set<LetterKind>> {
  const rows = await db.selectFrom('letter_off').select('kind').execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Switches a kind of letter on or off. */
export async function setLetter(tx: Writing, kind: LetterKind, on: boolean): Promise<void> {
  if (on) await tx.deleteFrom('letter_off').where('kind', '=', kind).execute();
  else
    await tx
      .insertInto('letter_off')
      .values({ kind })
      .onConflict((clash) => clash.doNothing())
      .execute();
}

/** False where it was sent before. */
export async function recordLetter(tx: Writing, sent: OrderLetterTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('order_letter')
    .values(sent)
    .onConflict((clash) => clash.columns(['order_id', 'kind', 'about']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** The letters that were sent about an order, the oldest first. */
export const lettersOf = (db: Reading, orderId: Id): Promise<Pick<OrderLetterTable, 'kind' | 'at'>[]> =>
  db
    .selectFrom('order_letter')
    .select(['kind', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('kind')
    .orderBy('about')
    .execute();
