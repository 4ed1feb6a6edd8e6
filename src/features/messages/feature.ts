import type { Feature } from '#platform/server/feature/feature.ts';
import { unreadTodo } from './server/admin-todos.ts';
import { forgettingDeletedMessages, messagesCalls } from './server/calls.ts';
import { messagesPages } from './server/pages.ts';

export const messages: Feature = {
  routes(platform) {
    messagesPages(platform);
    messagesCalls(platform);
  },
  jobs: (services) => [forgettingDeletedMessages(services)],
  adminTodos: [unreadTodo],
};
