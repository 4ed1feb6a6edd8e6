import type { Feature } from '#platform/server/feature/feature.ts';
import { unreadTodo } from './server/admin-todos.ts';
import { messagesCalls } from './server/calls.ts';
import { messagesPages } from './server/pages.ts';
import { messagesPath } from './table.ts';

export const messages: Feature = {
  routes(platform, services) {
    messagesPages(platform);
    messagesCalls(platform, services);
  },
  adminTodos: [unreadTodo],
  adminTools: [
    {
      label: 'Messages',
      href: messagesPath,
      about: 'Read and answer what visitors and members write.',
      group: 'people',
      order: 110,
    },
  ],
};
