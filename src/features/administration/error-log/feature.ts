import type { Feature } from '#platform/server/feature/feature.ts';
import { errorLogPath } from './contract.ts';
import { errorLogTodo, registerErrorLog } from './server/error-log.ts';

const auditActions = {
  'error.dismissed': 'dismissed a program error',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Errors in the program, which an admin can report to the person who looks after the site. */
export const errorLog: Feature = {
  routes: registerErrorLog,
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
