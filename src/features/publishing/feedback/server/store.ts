import { deleteRows, type Reading, restoreRows, type Writing } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/trash.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { FeedbackState } from '../topics.ts';
import type { FeedbackTable } from './tables.ts';

export type Feedback = Omit<FeedbackTable, 'wants_reply' | 'deleted_at'> & { wants_reply: boolean };

/** The person who acts on feedback, and when. */
type Put = keyof typeof unput;
const unput = { archived_at: null, answered_at: null, answered_by: '' };

/** Adds a member's feedback. */
export async function createFeedback(tx: Writing, { wants_reply, ...feedback }: Omit<Feedback, Put>): Promise<void> {
  await tx
    .insertInto('feedback_with_deleted')
    .values({ ...feedback, wants_reply: wants_reply ? 1 : 0, ...unput, deleted_at: null })
    .execute();
}

/** Lists every feedback that isn’t deleted, newest first, at most `count`; or all of one member’s. */
export async function listFeedback(
  db: Reading,
  { skip = 0, count = 50, from }: { skip?: number; count?: number; from?: string } = {},
): Promise<Feedback[]> {
  // Members can read their own feedback until it is purged
  const rows = await db
    .selectFrom('feedback_with_deleted')
    .selectAll()
    .where(from === undefined ? 'deleted_at' : 'user_id', from === undefined ? 'is' : '=', from ?? null)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(skip)
    .execute();
  return rows.map((row) => ({ ...row, wants_reply: row.wants_reply === 1 }));
}

/** Sets its state, for the member to see. Returns false if there is no such feedback. */
export async function setFeedbackState(tx: Writing, id: string, state: FeedbackState): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('feedback_with_deleted')
    .set({ state })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves it to another folder. Returns false if there is no such feedback, or it can't be archived from the trash. */
export async function updateFeedback(
  tx: Writing,
  id: string,
  change: Partial<Pick<FeedbackTable, Put>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('feedback_with_deleted')
    .set(change)
    .where('id', '=', id)
    .$if(change.archived_at !== undefined, (update) => update.where('deleted_at', 'is', null))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts feedback into the trash. Returns false if it isn't here any more. */
export const deleteFeedback = async (tx: Writing, id: string, at: Instant): Promise<boolean> =>
  (await deleteRows(tx.updateTable('feedback_with_deleted').where('id', '=', id), at)) > 0;

/** Restores feedback deleted since then. Returns false if there is none. */
export const restoreFeedback = async (tx: Writing, id: string, since: Instant): Promise<boolean> =>
  (await restoreRows(tx.updateTable('feedback_with_deleted').where('id', '=', id), since)) > 0;

export const feedbackTrash: Trash = { name: 'feedback', table: 'feedback_with_deleted' };

/** Deletes feedback from before that moment. */
export async function deleteExpiredFeedback(tx: Writing, before: Instant): Promise<void> {
  await tx.deleteFrom('feedback_with_deleted').where('received_at', '<', before).execute();
}

/** All feedback, deleted too, with the columns that all kinds of messages have in common. */
export const selectFeedbackMessages = (db: Reading) =>
  db
    .selectFrom('feedback_with_deleted')
    .select(({ case: when, cast, lit, ref }) => [
      ...(['id', 'name'] as const),
      ref('email').as('contact'),
      ...(['message', 'received_at', 'archived_at', 'deleted_at', 'answered_at', 'answered_by'] as const),
      cast<0 | 1>(lit(0), 'bigint').as('suspect'),
      ref('about').$castTo<string>().as('about'),
      when().when('state', '=', 'new').then(lit(1)).else(lit(0)).end().as('unread'),
    ]);

/** Finds the fields that only feedback has. */
export const findFeedbackDetails = (db: Reading, id: string) =>
  db
    .selectFrom('feedback_with_deleted')
    .select(['wants_reply', 'device', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
