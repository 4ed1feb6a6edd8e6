import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { listAccountsAwaitingApproval } from './approval.ts';

const tool = '/members/admin/manage_users';

/** People who have registered and wait for approval. */
export const approvalTodo: AdminTodo = {
  tool,
  waiting: async ({ db }) => {
    const { length } = await listAccountsAwaitingApproval(db);
    return length === 0
      ? []
      : [
          {
            words: `${formatCount(length, 'person is', 'people are')} waiting for approval`,
            link: `${tool}?status=awaiting`,
          },
        ];
  },
};
