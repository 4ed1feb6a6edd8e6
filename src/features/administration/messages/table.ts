import type { TableRules } from '#platform/shared/tables/table.ts';
import { contactFormSubjects } from './contact-form.ts';
import { feedbackTopicLabels } from './feedback-topics.ts';
import type { Mailbox } from './message-actions.ts';

export const messagesPath = '/members/admin/messages';

const contactSubjects = contactFormSubjects.map(
  (subject) => [`contact:${subject}`, `Contact form: ${subject}`] as const,
);
const topicFilters = Object.entries(feedbackTopicLabels).map(
  ([about, words]) => [`feedback:${about}`, `Feedback: ${words}`] as const,
);
/** The options of the filter by subject: all messages of one form, or one of its subjects. */
export const topicOptions: readonly (readonly [value: string, words: string])[] = [
  ['contact', 'Contact form'],
  ...contactSubjects,
  ['feedback', 'Feedback'],
  ...topicFilters,
];

/** The search, filters and order of the messages. */
export const messageTable = {
  sorts: { received: 'date', from: 'text' },
  sort: '-received',
  filters: {
    box: ['archived', 'deleted'] satisfies Mailbox[],
    about: topicOptions.map(([value]) => value),
    state: ['unread', 'read'],
  },
} as const satisfies TableRules;
