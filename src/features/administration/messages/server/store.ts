import { type DbReader, type DbTransaction, restoreRows, softDeleteRows } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/trash.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { FeedbackState, FeedbackTopic } from '../feedback-topics.ts';
import type { MessageTable } from './tables.ts';

export type Message = Omit<MessageTable, 'suspect' | 'wants_reply' | 'deleted_at'> & {
  suspect: boolean;
  wants_reply: boolean;
};

/** The columns that are filled in after a message has been received. */
type HandlingColumn = 'archived_at' | 'answered_at' | 'answered_by';

export async function createMessage(
  tx: DbTransaction,
  { suspect, wants_reply, ...message }: Omit<Message, HandlingColumn>,
): Promise<void> {
  const flags = { suspect: suspect ? 1 : 0, wants_reply: wants_reply ? 1 : 0 } as const;
  await tx
    .insertInto('inbox_message_with_deleted')
    .values({ ...message, ...flags, archived_at: null, answered_at: null, answered_by: '', deleted_at: null })
    .execute();
}

const toMessage = ({ deleted_at: _, suspect, wants_reply, ...row }: MessageTable): Message => ({
  ...row,
  suspect: suspect === 1,
  wants_reply: wants_reply === 1,
});

/** Lists messages that aren't deleted, newest first; skips `skip` and returns at most `count`. */
export async function listMessages(
  db: DbReader,
  { skip = 0, count = 50 }: { skip?: number; count?: number } = {},
): Promise<Message[]> {
  const rows = await db
    .selectFrom('inbox_message_with_deleted')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(skip)
    .execute();
  return rows.map(toMessage);
}

/** Lists a member's last 100 messages of feedback, newest first, including those in the trash. */
export async function listFeedbackOf(db: DbReader, userId: string): Promise<(Message & { about: FeedbackTopic })[]> {
  const rows = await db
    .selectFrom('inbox_message_with_deleted')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...toMessage(row), about: row.about as FeedbackTopic }));
}

/** Sets the state of feedback. Returns false if there is no such feedback. */
export async function setFeedbackState(tx: DbTransaction, id: string, state: FeedbackState): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inbox_message_with_deleted')
    .set({ state })
    .where('id', '=', id)
    .where('kind', '=', 'feedback')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes a message. Returns false if there is none. A message in the trash can't be archived. */
export async function changeMessage(
  tx: DbTransaction,
  id: string,
  change: Partial<Pick<MessageTable, 'state' | HandlingColumn>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inbox_message_with_deleted')
    .set(change)
    .where('id', '=', id)
    .$if(change.archived_at !== undefined, (update) => update.where('deleted_at', 'is', null))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves a message to the trash. Returns false if it was already deleted. */
export const deleteMessage = async (tx: DbTransaction, id: string, at: Instant): Promise<boolean> =>
  (await softDeleteRows(tx.updateTable('inbox_message_with_deleted').where('id', '=', id), at)) > 0;

/** Restores a message that was deleted after `since`. Returns false if there is none. */
export const restoreMessage = async (tx: DbTransaction, id: string, since: Instant): Promise<boolean> =>
  (await restoreRows(tx.updateTable('inbox_message_with_deleted').where('id', '=', id), since)) > 0;

export const messageTrash: Trash = { name: 'messages', table: 'inbox_message_with_deleted' };

/** Deletes messages that were received before an instant. */
export async function deleteExpiredMessages(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('inbox_message_with_deleted').where('received_at', '<', before).execute();
}
