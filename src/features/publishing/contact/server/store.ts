import { deleteRows, type Reading, restoreRows, type Writing } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/trash.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { ContactMessageTable } from './tables.ts';

export type ContactMessage = Omit<ContactMessageTable, 'suspect' | 'deleted_at'> & { suspect: boolean };

/** The person who acts on a message, and when. */
type Put = keyof typeof unput;
const unput = { archived_at: null, answered_at: null, answered_by: '' };

/** Adds a visitor's message. */
export async function createContactMessage(
  tx: Writing,
  { suspect, ...message }: Omit<ContactMessage, Put>,
): Promise<void> {
  await tx
    .insertInto('contact_message_with_deleted')
    .values({ ...message, suspect: suspect ? 1 : 0, ...unput, deleted_at: null })
    .execute();
}

/** Lists every message that isn’t deleted, newest first, from the `skip`th on, at most `count`. */
export async function listContactMessages(
  db: Reading,
  { skip = 0, count = 50 }: { skip?: number; count?: number } = {},
): Promise<ContactMessage[]> {
  const rows = await db
    .selectFrom('contact_message')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(skip)
    .execute();
  return rows.map((row) => ({ ...row, suspect: row.suspect === 1 }));
}

/**
 * Archives or unarchives a message, or marks it as read or unread. Returns false if there is no such message, or if it
 * would be archived while in the trash.
 */
export async function updateContactMessage(
  tx: Writing,
  id: string,
  change: Partial<Pick<ContactMessageTable, 'read_at' | Put>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_message_with_deleted')
    .set(change)
    .where('id', '=', id)
    .$if(change.archived_at !== undefined, (update) => update.where('deleted_at', 'is', null))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts a message into the trash. Returns false if it isn't here any more. */
export const deleteContactMessage = async (tx: Writing, id: string, at: Instant): Promise<boolean> =>
  (await deleteRows(tx.updateTable('contact_message_with_deleted').where('id', '=', id), at)) > 0;

/** Restores a message deleted since then. Returns false if there is none. */
export const restoreContactMessage = async (tx: Writing, id: string, since: Instant): Promise<boolean> =>
  (await restoreRows(tx.updateTable('contact_message_with_deleted').where('id', '=', id), since)) > 0;

export const contactMessageTrash: Trash = { name: 'messages', table: 'contact_message_with_deleted' };

/** Deletes messages from before that moment. */
export async function deleteExpiredContactMessages(tx: Writing, before: Instant): Promise<void> {
  await tx.deleteFrom('contact_message_with_deleted').where('received_at', '<', before).execute();
}

/** Returns every message, deleted ones too, with the columns that all kinds of messages have in common. */
export const selectContactMessages = (db: Reading) =>
  db
    .selectFrom('contact_message_with_deleted')
    .select(({ case: when, lit, ref }) => [
      ...(['id', 'name', 'contact', 'message', 'received_at', 'archived_at', 'deleted_at'] as const),
      ...(['answered_at', 'answered_by', 'suspect'] as const),
      ref('subject').$castTo<string>().as('about'),
      when().when('read_at', 'is', null).then(lit(1)).else(lit(0)).end().as('unread'),
    ]);
