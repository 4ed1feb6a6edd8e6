import type { Feature } from '#platform/server/feature/feature.ts';
import { unreadMessagesTodo } from './server/admin-todos.ts';
import { registerMessageCalls } from './server/calls.ts';
import { registerMessagePages } from './server/pages.ts';
import { messagesPath } from './table.ts';

const auditActions = {
  'message.read': 'marked a message as read',
  'message.unread': 'marked a message as unread',
  'message.archived': 'archived a message',
  'message.unarchived': 'moved a message out of the archive',
  'message.deleted': 'deleted a message',
  'message.restored': 'restored a message',
  'message.answered': 'answered a message',
  'feedback.resolved': 'dealt with feedback',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const messages: Feature = {
  routes(platform, services) {
    registerMessagePages(platform);
    registerMessageCalls(platform, services);
  },
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
};
