import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/trash.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { ContactMessageTable } from './tables.ts';

export type ContactMessage = Omit<ContactMessageTable, 'suspect'> & { suspect: boolean };

/** Who does something with a message, and when. */
type Put = keyof typeof unput;
const unput = { archived_at: null, deleted_at: null, answered_at: null, answered_by: '' };

/** Adds what a visitor wrote. */
export async function recordMessage(tx: Writing, { suspect, ...message }: Omit<ContactMessage, Put>): Promise<void> {
  await tx
    .insertInto('contact_message')
    .values({ ...message, suspect: suspect ? 1 : 0, ...unput })
    .execute();
}

/** Every message that isn’t deleted, newest first, from the `skip`th on, at most `count`. */
export async function allMessages(
  db: Reading,
  { skip = 0, count = 50 }: { skip?: number; count?: number } = {},
): Promise<ContactMessage[]> {
  const rows = await db
    .selectFrom('contact_message')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(skip)
    .execute();
  return rows.map((row) => ({ ...row, suspect: row.suspect === 1 }));
}

/** Puts a message elsewhere, or marks it as read or not. False when there is no such message. */
export async function putMessage(
  tx: Writing,
  id: string,
  change: Partial<Pick<ContactMessageTable, 'read_at' | Put>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_message')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const messageTrash: Trash = {
  name: 'messages',
  async purge(tx, before) {
    await tx.deleteFrom('contact_message').where('deleted_at', '<=', before).execute();
  },
};

/** Deletes what visitors wrote before that moment. */
export async function forgetMessages(tx: Writing, before: Instant): Promise<void> {
  await tx.deleteFrom('contact_message').where('received_at', '<', before).execute();
}

/** Every message, deleted ones too, with the columns that all kinds of messages have in common. */
export const contactMessagesView = (db: Reading) =>
  db
    .selectFrom('contact_message')
    .select(({ case: when, lit, ref }) => [
      ...(['id', 'name', 'contact', 'message', 'received_at', 'archived_at', 'deleted_at'] as const),
      ...(['answered_at', 'answered_by', 'suspect'] as const),
      ref('subject').$castTo<string>().as('about'),
      when().when('read_at', 'is', null).then(lit(1)).else(lit(0)).end().as('unread'),
    ]);
