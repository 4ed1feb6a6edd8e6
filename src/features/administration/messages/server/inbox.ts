import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import { fold } from '#platform/shared/text/text.ts';
import { restorableSince } from '#platform/shared/trash.ts';
import type { MessageKind } from '../inbox-contract.ts';
import type { Mailbox, MessageAction } from '../message-actions.ts';
import { changeMessage, deleteMessage, restoreMessage } from './store.ts';

/** The messages to list, and their order. */
export interface MessageSearch {
  /** Folded; each has to be in the message, or in its writer's name or address. */
  words: readonly string[];
  box: Mailbox;
  /** For the trash: messages deleted before that can’t be restored any more. */
  deletedSince: Instant;
  /** `contact`, `feedback:broken`; "" for all. */
  about: string;
  state: 'unread' | 'read' | '';
  by: 'received' | 'from';
  descending: boolean;
}

const narrowed = (db: DbReader, { box, deletedSince, about, state }: MessageSearch) => {
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

const sorted = (db: DbReader, sought: MessageSearch) => {
  const direction = sought.descending ? 'desc' : 'asc';
  return narrowed(db, sought)
    .orderBy(sought.by === 'from' ? 'name' : 'received_at', direction)
    .orderBy('id', direction);
};

/**
 * Counts the matching messages, and returns a page of them. They are kept for months, so all of them can be searched.
 */
export async function searchMessages(db: DbReader, sought: MessageSearch) {
  if (sought.words.length > 0) {
    const rows = (await sorted(db, sought).selectAll().execute()).filter(({ name, contact, message }) => {
      const key = fold(`${name} ${contact} ${message}`);
      return sought.words.every((word) => key.includes(word));
    });
    return { total: rows.length, rows: async (from: number) => rows.slice(from, from + ROWS_PER_PAGE) };
  }
  const { total } = await narrowed(db, sought)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    rows: (from: number) => sorted(db, sought).selectAll().limit(ROWS_PER_PAGE).offset(from).execute(),
  };
}

export type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** Finds a message; not one that can't be restored any more. */
export const findMessage = (db: DbReader, { kind, id, now }: { kind: string; id: string; now: Instant }) =>
  db
    .selectFrom('inbox_message_with_deleted')
    .selectAll()
    .where('kind', '=', kind as MessageKind)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', restorableSince(now))]))
    .executeTakeFirst();

/** The unread messages, newest first, without probable spam. */
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

/** Does the action. Returns false if there is no such message, or the action doesn't apply to it. */
export async function applyMessageAction(
  tx: DbTransaction,
  { id, deed: action, now }: { id: string; deed: MessageAction; now: Instant },
): Promise<boolean> {
  if (action === 'delete') return deleteMessage(tx, id, now);
  if (action === 'restore') return restoreMessage(tx, id, restorableSince(now));
  if (action === 'archive' || action === 'unarchive')
    return changeMessage(tx, id, { archived_at: action === 'archive' ? now : null });
  return changeMessage(tx, id, { state: states[action] });
}

/**
 * Records that a message was answered: it is then read, and a member's feedback is dealt with. Returns false if there
 * is no such message.
 */
export const recordReply = (
  tx: DbTransaction,
  { kind, id, at, by }: { kind: MessageKind; id: string; at: Instant; by: string },
): Promise<boolean> =>
  changeMessage(tx, id, { state: kind === 'contact' ? 'seen' : 'done', answered_at: at, answered_by: by });
