import type { TableRules } from '#platform/shared/tables/table.ts';
import { contactFormSubjects } from './contact-form.ts';

/** The forms that messages come from. */
export const messageKinds = ['contact', 'feedback'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The actions on a message, each with its confirmation, the action that undoes it, and its code in the audit log. */
export const messageActions = {
  read: { confirmation: 'Marked as read.', undo: 'unread', action: 'message.read' },
  unread: { confirmation: 'Marked as unread.', undo: 'read', action: 'message.unread' },
  archive: { confirmation: 'Archived.', undo: 'unarchive', action: 'message.archived' },
  unarchive: { confirmation: 'Moved back to Messages.', undo: 'archive', action: 'message.unarchived' },
  delete: {
    confirmation: 'Deleted. You can restore the message for 30 days.',
    undo: 'restore',
    action: 'message.deleted',
  },
  restore: { confirmation: 'Restored.', undo: 'delete', action: 'message.restored' },
  done: { confirmation: 'Marked as dealt with. The member can see this.', undo: 'read', action: 'feedback.resolved' },
} as const;
export type MessageAction = keyof typeof messageActions;

/** Returns the action that undoes another one. `done` is true if the message was marked as dealt with before. */
export const getUndoAction = (action: MessageAction, { done }: { done: boolean }): MessageAction =>
  action === 'unread' && done ? 'done' : messageActions[action].undo;

/** The mailboxes, with their labels. */
export const mailboxLabels = { inbox: 'Messages', archived: 'Archive', deleted: 'Deleted' } as const;
export type Mailbox = keyof typeof mailboxLabels;

export function getMailbox({
  archived_at,
  deleted_at,
}: {
  archived_at: string | null;
  deleted_at: string | null;
}): Mailbox {
  if (deleted_at !== null) return 'deleted';
  return archived_at === null ? 'inbox' : 'archived';
}

/** The topics of feedback, with their labels. */
export const feedbackTopicLabels = {
  broken: 'Something is broken',
  lost: 'I can’t find something, or don’t know how to do it',
  idea: 'An idea',
  data: 'My account, or the data you hold about me',
  other: 'Something else',
} as const;
export type FeedbackTopic = keyof typeof feedbackTopicLabels;

/** The states of feedback, with their labels for the member. */
export const feedbackStateLabels = {
  new: 'Sent, not yet read',
  seen: 'Read',
  done: 'Dealt with',
} as const;
export type FeedbackState = keyof typeof feedbackStateLabels;

/** The maximum length of feedback, in characters. */
export const maxFeedbackLength = 5000;

/** Returns the label of a message's subject. The subjects of the contact form are stored as their labels. */
export const formatMessageTopic = ({ kind, about }: { kind: MessageKind; about: string }): string =>
  (kind === 'feedback' && (feedbackTopicLabels as Record<string, string>)[about]) || about;

export const messagesPath = '/members/admin/messages';

const contactSubjects = contactFormSubjects.map(
  (subject) => [`contact:${subject}`, `Contact form: ${subject}`] as const,
);
const topicFilters = Object.entries(feedbackTopicLabels).map(
  ([about, words]) => [`feedback:${about}`, `Feedback: ${words}`] as const,
);
/** The options of the filter by subject: one for all messages of a form, and one for each of the form's subjects. */
export const topicFilterOptions: readonly (readonly [value: string, words: string])[] = [
  ['contact', 'Contact form'],
  ...contactSubjects,
  ['feedback', 'Feedback'],
  ...topicFilters,
];

/** The sort orders and filters of the messages. */
export const messageTable = {
  sorts: { received: 'date', from: 'text' },
  sort: '-received',
  filters: {
    box: ['archived', 'deleted'] satisfies Mailbox[],
    about: topicFilterOptions.map(([value]) => value),
    state: ['unread', 'read'],
  },
} as const satisfies TableRules;
