import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import { fold } from '#platform/shared/text/text.ts';
import { getRestorableSince } from '#platform/shared/trash.ts';
import type { MessageKind } from '../inbox-contract.ts';
import type { Mailbox, MessageAction } from '../message-actions.ts';
import { changeMessage, deleteMessage, restoreMessage } from './store.ts';

/** The filters and the order of a list of messages. */
export interface MessageSearch {
  /** Folded words, each of which must occur in the message, the sender's name or the contact. */
  words: readonly string[];
  box: Mailbox;
  /** Only messages in the trash that were deleted after this time are listed, because older ones can't be restored. */
  deletedSince: Instant;
  /** A kind or a subject, such as `contact` or `feedback:broken`; "" for all. */
  about: string;
  state: 'unread' | 'read' | '';
  by: 'received' | 'from';
  descending: boolean;
}

const selectMessages = (db: DbReader, { box, deletedSince, about, state }: MessageSearch) => {
  const [kind = '', subject] = about.split(':');
  let found = db
    .selectFrom('inbox_message_with_deleted')
    .where(({ eb }) => (box === 'deleted' ? eb('deleted_at', '>', deletedSince) : eb('deleted_at', 'is', null)));
  if (box !== 'deleted') found = found.where('archived_at', box === 'archived' ? 'is not' : 'is', null);
  if (kind !== '') found = found.where('kind', '=', kind as MessageKind);
  if (subject !== undefined) found = found.where('about', '=', subject);
  if (state !== '') found = found.where('state', state === 'unread' ? '=' : '!=', 'new');
  return found;
};

const selectSortedMessages = (db: DbReader, search: MessageSearch) => {
  const direction = search.descending ? 'desc' : 'asc';
  return selectMessages(db, search)
    .orderBy(search.by === 'from' ? 'name' : 'received_at', direction)
    .orderBy('id', direction);
};

/**
 * Counts the matching messages, and returns a function that loads a page of them. Words are searched in memory, because a
 * society has few enough messages.
 */
export async function searchMessages(db: DbReader, search: MessageSearch) {
  if (search.words.length > 0) {
    const rows = (await selectSortedMessages(db, search).selectAll().execute()).filter(({ name, contact, message }) => {
      const key = fold(`${name} ${contact} ${message}`);
      return search.words.every((word) => key.includes(word));
    });
    return { total: rows.length, rows: async (from: number) => rows.slice(from, from + ROWS_PER_PAGE) };
  }
  const { total } = await selectMessages(db, search)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    rows: (from: number) => selectSortedMessages(db, search).selectAll().limit(ROWS_PER_PAGE).offset(from).execute(),
  };
}

export type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** Finds a message, including one in the trash that can still be restored. */
export const findMessage = (db: DbReader, { kind, id, now }: { kind: string; id: string; now: Instant }) =>
  db
    .selectFrom('inbox_message_with_deleted')
    .selectAll()
    .where('kind', '=', kind as MessageKind)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', getRestorableSince(now))]))
    .executeTakeFirst();

/** Lists unread messages, newest first, without probable spam. */
export const listUnreadMessages = (db: DbReader) =>
  db
    .selectFrom('inbox_message_with_deleted')
    .select(['kind', 'id'])
    .where('state', '=', 'new')
    .where('suspect', '=', 0)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .execute();

const states = { read: 'seen', unread: 'new', done: 'done' } as const;

/** Applies an action. Returns false if there is no such message, or the action isn't possible. */
export async function applyMessageAction(
  tx: DbTransaction,
  { id, deed: action, now }: { id: string; deed: MessageAction; now: Instant },
): Promise<boolean> {
  if (action === 'delete') return deleteMessage(tx, id, now);
  if (action === 'restore') return restoreMessage(tx, id, getRestorableSince(now));
  if (action === 'archive' || action === 'unarchive')
    return changeMessage(tx, id, { archived_at: action === 'archive' ? now : null });
  return changeMessage(tx, id, { state: states[action] });
}

/**
 * Records a reply, which marks a message as read and feedback as dealt with. Returns false if there is no such message.
 */
export const recordReply = (
  tx: DbTransaction,
  { kind, id, at, by }: { kind: MessageKind; id: string; at: Instant; by: string },
): Promise<boolean> =>
  changeMessage(tx, id, { state: kind === 'contact' ? 'seen' : 'done', answered_at: at, answered_by: by });
