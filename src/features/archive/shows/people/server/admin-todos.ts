import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { loadSimilarPairs } from './list.ts';

const tool = '/members/admin/people';

/** Counts pairs of names that are probably one person. */
export const similarNamesTodo: AdminTodo = {
  tool,
  waiting: async (visit) => {
    const { length } = (await loadSimilarPairs(visit)).near;
    if (length === 0) return [];
    const text = `${formatCount(length, 'pair of names', 'pairs of names')} may be one person`;
    return [{ words: text, link: `${tool}?view=near` }];
  },
};
