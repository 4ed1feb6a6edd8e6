import { countFaults } from '#platform/server/faults/faults.ts';
import { type AdminTodo, counted } from '#platform/server/feature/admin-todos.ts';
import { faultsPath } from '../paths.ts';

export const faultsTodo: AdminTodo = {
  tool: faultsPath,
  waiting: async ({ db }) => {
    const count = await countFaults(db);
    if (count === 0) return [];
    return [{ words: `${counted(count, 'error', 'errors')} in the program`, link: faultsPath }];
  },
};
