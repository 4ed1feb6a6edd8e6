import { counted } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { pairsAt } from './list.ts';

const tool = '/members/admin/people';

/** Names that are probably one person. */
export const nearNamesTodo: AdminTodo = {
  tool,
  waiting: async (visit) => {
    const { length } = (await pairsAt(visit)).near;
    if (length === 0) return [];
    const text = `${counted(length, 'pair of names', 'pairs of names')} may be one person`;
    return [{ words: text, link: `${tool}?view=near` }];
  },
};
