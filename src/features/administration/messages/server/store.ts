import {
  contactMessagesView,
  deleteMessage,
  putMessage,
  restoreMessage,
} from '#features/publishing/contact/server/index.ts';
import {
  deleteFeedback,
  feedbackDetails,
  feedbackView,
  markFeedback,
  putFeedback,
  restoreFeedback,
} from '#features/publishing/feedback/server/index.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { ROWS_PER_PAGE } from '#platform/shared/table.ts';
import { fold } from '#platform/shared/text.ts';
import { restorableSince } from '#platform/shared/trash.ts';
import type { MessageKind } from '../contract.ts';
import type { Mailbox, MessageAction } from '../message-actions.ts';

/** In one order, by which the rows of both kinds are merged. */
const columns = [
  ...(['id', 'name', 'contact', 'message', 'received_at', 'archived_at', 'deleted_at', 'answered_at'] as const),
  ...(['answered_by', 'about', 'unread', 'suspect'] as const),
] as const;

/** Contact messages and feedback as rows of one kind. */
const everything = (db: Reading) => {
  const visitors = db
    .selectFrom(contactMessagesView(db).as('visitors'))
    .select(({ cast, val }) => [cast<MessageKind>(val('contact'), 'text').as('kind'), ...columns]);
  const members = db
    .selectFrom(feedbackView(db).as('members'))
    .select(({ cast, val }) => [cast<MessageKind>(val('feedback'), 'text').as('kind'), ...columns]);
  return db.selectFrom(visitors.unionAll(members).as('message'));
};

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

const narrowed = (db: Reading, { box, deletedSince, about, state }: MessageSearch) => {
  const [kind = '', subject] = about.split(':');
  let found = everything(db).where(({ eb }) =>
    box === 'deleted' ? eb('deleted_at', '>', deletedSince) : eb('deleted_at', 'is', null),
  );
  if (box !== 'deleted') found = found.where('archived_at', box === 'archived' ? 'is not' : 'is', null);
  if (kind !== '') found = found.where('kind', '=', kind as MessageKind);
  if (subject !== undefined) found = found.where('about', '=', subject);
  if (state !== '') found = found.where('unread', '=', state === 'unread' ? 1 : 0);
  return found;
};

const sorted = (db: Reading, sought: MessageSearch) => {
  const direction = sought.descending ? 'desc' : 'asc';
  return narrowed(db, sought)
    .orderBy(sought.by === 'from' ? 'name' : 'received_at', direction)
    .orderBy('id', direction);
};

/**
 * Counts the matching messages, and returns a page of them. They are kept for months, so all of them can be searched.
 */
export async function searchMessages(db: Reading, sought: MessageSearch) {
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

/** A message with everything known about it; not one that can’t be restored any more. */
export async function findMessage(db: Reading, { kind, id, now }: { kind: string; id: string; now: Instant }) {
  const found = await everything(db)
    .selectAll()
    .where('kind', '=', kind as MessageKind)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', restorableSince(now))]))
    .executeTakeFirst();
  if (!found) return undefined;
  const feedback = found.kind === 'feedback' ? await feedbackDetails(db, id) : undefined;
  return { wants_reply: 1, device: '', state: '', ...found, ...feedback };
}

/** The unread messages, newest first, without probable spam. */
export const listUnreadMessages = (db: Reading) =>
  everything(db)
    .select(['kind', 'id'])
    .where('unread', '=', 1)
    .where('suspect', '=', 0)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .execute();

/** Does the action. False when there is no such message, or the action doesn't apply to it. */
export async function applyMessageAction(
  tx: Writing,
  { kind, id, deed: action, now }: { kind: MessageKind; id: string; deed: MessageAction; now: Instant },
) {
  const put = kind === 'contact' ? putMessage : putFeedback;
  if (action === 'archive' || action === 'unarchive')
    return put(tx, id, { archived_at: action === 'archive' ? now : null });
  if (action === 'delete') return (kind === 'contact' ? deleteMessage : deleteFeedback)(tx, id, now);
  if (action === 'restore')
    return (kind === 'contact' ? restoreMessage : restoreFeedback)(tx, id, restorableSince(now));
  if (kind === 'feedback') return markFeedback(tx, id, action === 'done' ? 'done' : action === 'read' ? 'seen' : 'new');
  return action !== 'done' && putMessage(tx, id, { read_at: action === 'read' ? now : null });
}

/**
 * Records that it was answered: it is then read, and a member's feedback is dealt with. False when there is no such
 * message.
 */
export async function recordReply(
  tx: Writing,
  { kind, id, at, by }: { kind: MessageKind; id: string; at: Instant; by: string },
): Promise<boolean> {
  await applyMessageAction(tx, { kind, id, deed: kind === 'contact' ? 'read' : 'done', now: at });
  const put = kind === 'contact' ? putMessage : putFeedback;
  return put(tx, id, { answered_at: at, answered_by: by });
}
