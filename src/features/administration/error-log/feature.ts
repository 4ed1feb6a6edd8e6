import type { Feature } from '#platform/server/feature/feature.ts';
import { errorLogPath } from './paths.ts';
import { errorLogTodo } from './server/admin-todos.ts';
import { registerErrorLogCalls } from './server/calls.ts';
import { registerErrorLogPage } from './server/pages.ts';

const auditActions = {
  'error.dismissed': 'dismissed a program error',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Errors of the program, for an admin to pass on to the person who looks after it. */
export const errorLog: Feature = {
  routes(platform) {
    registerErrorLogPage(platform);
    registerErrorLogCalls(platform);
  },
  adminTodos: [errorLogTodo],
  adminTools: [
    {
      label: 'Errors',
      href: errorLogPath,
      about: 'See errors in the program, so you can report them.',
      group: 'site',
      order: 350,
    },
  ],
  auditActions: [auditActions],
};
