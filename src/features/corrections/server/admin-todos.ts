import { counted } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { correctionsPath } from '../table.ts';
import { openCorrections } from './store.ts';

/** Corrections from visitors that nobody has decided on yet. */
export const correctionTodo: AdminTodo = {
  tool: correctionsPath,
  waiting: async ({ db }) => {
    const open = await openCorrections(db);
    if (open === 0) return [];
    return [{ words: `${counted(open, 'correction waits', 'corrections wait')} for a look`, link: correctionsPath }];
  },
};
