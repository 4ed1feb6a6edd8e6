import type { Feature } from '#platform/server/feature/feature.ts';
import { unreadMessagesTodo } from './server/admin-todos.ts';
import { registerMessageCalls } from './server/calls.ts';
import { registerMessagePages } from './server/pages.ts';
import { messagesPath } from './table.ts';

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
};
