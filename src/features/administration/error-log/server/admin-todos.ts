import { countErrors } from '#platform/server/error-log/error-log.ts';
import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { errorLogPath } from '../paths.ts';

export const errorLogTodo: AdminTodo = {
  tool: errorLogPath,
  waiting: async ({ db }) => {
    const count = await countErrors(db);
    if (count === 0) return [];
    return [{ words: `${formatCount(count, 'error', 'errors')} in the program`, link: errorLogPath }];
  },
};
