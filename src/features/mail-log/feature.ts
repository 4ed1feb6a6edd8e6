import type { Feature } from '#platform/server/feature/feature.ts';
import { failedTodo, refusedLettersTodo } from './server/admin-todos.ts';
import { mailLogCalls } from './server/calls.ts';
import { mailLogPages } from './server/pages.ts';
import { mailsPath } from './table.ts';

export const mailLog: Feature = {
  routes(platform, services) {
    mailLogPages(platform, services);
    mailLogCalls(platform, services);
  },
  adminTodos: [failedTodo, refusedLettersTodo],
  adminTools: [
    {
      label: 'Mail log',
      href: mailsPath,
      about: 'See what was mailed to whom, and send it again.',
      group: 'people',
      order: 330,
    },
  ],
};
