import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { countFailedJobs } from '#platform/server/jobs/job-queries.ts';
import { mailKind } from '#platform/server/mail/index.ts';
import { jobsPath } from '../paths.ts';

/** Jobs that were given up, without mails, which the mail log lists. */
export const failedJobsTodo: AdminTodo = {
  tool: jobsPath,
  waiting: async ({ db }) => {
    const failed = await countFailedJobs(db, [mailKind]);
    if (failed === 0) return [];
    return [{ words: `${formatCount(failed, 'task', 'tasks')} failed`, link: jobsPath }];
  },
};
