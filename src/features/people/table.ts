import type { TableRules } from '../../platform/shared/table.ts';

/** How the list of people may be asked for. */
export const peopleTable = {
  sorts: { name: 'text', shows: 'number' },
  sort: 'name',
  filters: { view: ['near', 'apart'] },
} as const satisfies TableRules;
