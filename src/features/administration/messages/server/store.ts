import { type DbReader, type DbTransaction, restoreRows, softDeleteRows } from '#platform/server/database/index.ts';
import type { TrashKind } from '#platform/server/feature/deletion.ts';
import { buildEmailLikePattern, type DataSubject, type PersonalData } from '#platform/server/feature/personal-data.ts';
import { deleteMailsByKeyPrefix } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { getRestorableCutoff } from '#platform/shared/lifecycle.ts';
import { ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import { toPhoneKey } from '#platform/shared/text/phone-number.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { FeedbackState, FeedbackTopic, Mailbox, MessageAction, MessageKind } from '../message.ts';
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
export async function listUserFeedback(db: DbReader, userId: string): Promise<(Message & { about: FeedbackTopic })[]> {
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

/**
 * Changes a message. Returns false if there is no such message, or if it would be archived or unarchived but is in the
 * trash.
 */
async function changeMessage(
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

/** Moves a message to the trash. Returns false if there is no such message, or it is already in the trash. */
const deleteMessage = async (tx: DbTransaction, id: string, at: Instant): Promise<boolean> =>
  (await softDeleteRows(tx.updateTable('inbox_message_with_deleted').where('id', '=', id), at)) > 0;

/** Restores a message that was deleted after `since`. Returns false if there is none. */
const restoreMessage = async (tx: DbTransaction, id: string, since: Instant): Promise<boolean> =>
  (await restoreRows(tx.updateTable('inbox_message_with_deleted').where('id', '=', id), since)) > 0;

export const messageTrash: TrashKind = { name: 'messages', table: 'inbox_message_with_deleted' };

/** Deletes messages that were received before an instant. */
export async function deleteExpiredMessages(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('inbox_message_with_deleted').where('received_at', '<', before).execute();
}

/** The filters and the order of a list of messages. */
export interface MessageSearch {
  /** Folded words, each of which must occur in the message, the sender's name or the contact. */
  words: readonly string[];
  box: Mailbox;
  /** In the trash, only messages deleted after this time are listed, because older ones can't be restored. */
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
      const key = foldText(`${name} ${contact} ${message}`);
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
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', getRestorableCutoff(now))]))
    .executeTakeFirst();

/** Lists the unread messages in the inbox, newest first, without probable spam. */
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
  if (action === 'restore') return restoreMessage(tx, id, getRestorableCutoff(now));
  if (action === 'archive' || action === 'unarchive')
    return changeMessage(tx, id, { archived_at: action === 'archive' ? now : null });
  return changeMessage(tx, id, { state: states[action] });
}

/**
 * Records a reply, which marks a message as read, and feedback as dealt with if the reply is `sent` rather than only
 * saved. Returns false if there is no such message.
 */
export async function recordReply(
  tx: DbTransaction,
  {
    message: { kind, id },
    sent,
    at,
    by,
  }: { message: Pick<StoredMessage, 'kind' | 'id'>; sent: boolean; at: Instant; by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inbox_message_with_deleted')
    .set(({ eb }) => ({
      answered_at: at,
      answered_by: by,
      // Somebody else may have dealt with the message since it was loaded
      state:
        sent && kind === 'feedback'
          ? 'done'
          : eb
              .case()
              .when('state', '=', 'done')
              .then('done' as const)
              .else('seen' as const)
              .end(),
    }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Normalises a contact: an email address in lower case, or the digits of a phone number without its prefix 0 or +44; ""
 * for fewer than six digits.
 */
const toContactKey = (contact: string): string => {
  if (contact.includes('@')) return contact.trim().toLowerCase();
  const key = toPhoneKey(contact);
  return key.length < 6 ? '' : key.replace(/^0/, '');
};

/** Builds a LIKE pattern that matches the digits with anything between them. */
const toNumberPattern = (digits: string) => `%${[...digits].join('%')}%`;

async function listMessagesFrom(db: DbReader, { email, phone }: DataSubject) {
  const ownKeys = new Set([toContactKey(email), toContactKey(phone)].filter(Boolean));
  const patterns = [...ownKeys].map((key) => (key.includes('@') ? buildEmailLikePattern(key) : toNumberPattern(key)));
  const messages = await db
    .selectFrom('inbox_message_with_deleted')
    .select(['id', 'name', 'contact', 'about as subject', 'message', 'received_at'])
    .where('kind', '=', 'contact')
    .where(({ eb, or, fn }) => or(patterns.map((pattern) => eb(fn<string>('lower', ['contact']), 'like', pattern))))
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return messages.filter(({ contact }) => ownKeys.has(toContactKey(contact)));
}

/** A person's messages from the contact form, found by their email address or phone number. */
export const contactMessagePersonalData: PersonalData = {
  name: 'messages',
  tables: ['inbox_message_with_deleted'],
  about: async (db, holder) => (await listMessagesFrom(db, holder)).map(({ id: _, ...message }) => message),
  erase: async (tx, holder) => {
    for (const { id } of await listMessagesFrom(tx, holder)) {
      // Also deletes the emails that forwarded the message, and the replies to it
      for (const kind of ['contact', 'answer']) await deleteMailsByKeyPrefix(tx, kind, id);
      await tx.deleteFrom('inbox_message_with_deleted').where('id', '=', id).execute();
    }
  },
};

/** A member's feedback. Erasure keeps it without their name, contact and browser. */
export const feedbackPersonalData: PersonalData = {
  name: 'feedback',
  // The table is declared by `contactMessagePersonalData` above
  tables: [],
  about: (db, { id }) =>
    db
      .selectFrom('inbox_message_with_deleted')
      .select(['about', 'message', 'name', 'contact as email', 'device', 'state', 'received_at'])
      .where('user_id', '=', id)
      .orderBy('received_at')
      .orderBy('id')
      .execute(),
  erase: async (tx, { id }) => {
    const own = await tx.selectFrom('inbox_message_with_deleted').select('id').where('user_id', '=', id).execute();
    // Emails about feedback contain the member's name next to the text, so they are deleted
    for (const feedback of own) {
      for (const kind of ['feedback', 'answer']) await deleteMailsByKeyPrefix(tx, kind, feedback.id);
    }
    await tx
      .updateTable('inbox_message_with_deleted')
      .set({ name: '', contact: '', device: '' })
      .where('user_id', '=', id)
      .execute();
  },
};
