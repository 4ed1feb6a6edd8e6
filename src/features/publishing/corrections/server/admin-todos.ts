import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { correctionsPath } from '../corrections-table.ts';
import { countOpenCorrections } from './store.ts';

/** Corrections from visitors that nobody has decided on yet. */
export const correctionTodo: AdminTodo = {
  tool: correctionsPath,
  waiting: async ({ db }) => {
    const open = await countOpenCorrections(db);
    if (open === 0) return [];
    return [
      { words: `${formatCount(open, 'correction waits', 'corrections wait')} for a look`, link: correctionsPath },
    ];
  },
};
