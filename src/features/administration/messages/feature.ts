import { createRetentionMonthsReader, messagesRetentionText } from '#features/society/settings/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { messagesPath } from './message.ts';
import { registerMessageCalls, registerMessagePages, unreadMessagesTodo } from './server/inbox.ts';
import { registerContactRoutes, registerFeedbackRoutes } from './server/message-forms.ts';
import {
  contactMessagePersonalData,
  deleteExpiredMessages,
  feedbackPersonalData,
  messageTrash,
} from './server/store.ts';

const auditActions = {
  'message.read': 'marked a message as read',
  'message.unread': 'marked a message as unread',
  'message.archived': 'archived a message',
  'message.unarchived': 'moved a message out of the archive',
  'message.deleted': 'deleted a message',
  'message.restored': 'restored a message',
  'message.answered': 'replied to a message',
  'feedback.resolved': 'marked feedback as dealt with',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The contact form, members' feedback, and the inbox in which admins read and reply to both. */
export const messagesFeature: Feature = {
  visibility: { inbox_message_with_deleted: 'private' },
  routes(registry, services) {
    registerContactRoutes(registry);
    registerFeedbackRoutes(registry);
    registerMessagePages(registry);
    registerMessageCalls(registry, services);
  },
  personalData: [contactMessagePersonalData, feedbackPersonalData],
  retention: [
    {
      description: `Messages from the contact form and members’ feedback: ${messagesRetentionText}`,
      months: createRetentionMonthsReader('keepMessagesMonths'),
      deleteOrAnonymise: deleteExpiredMessages,
    },
  ],
  trash: [messageTrash],
  adminTodos: [unreadMessagesTodo],
  adminTools: [
    {
      label: 'Messages',
      href: messagesPath,
      about: 'Read and reply to messages from visitors and members.',
      group: 'people',
      order: 110,
    },
  ],
  auditActions: [auditActions],
  publicPages: [
    { path: '/contact', order: 60, inSitemap: true, inSearch: { title: 'Write to us', also: ['contact email'] } },
  ],
};
