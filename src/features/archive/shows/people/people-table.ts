import type { TableRules } from '#platform/shared/tables/table.ts';

/** The sort orders and filters of the list of people. */
export const peopleTable = {
  sorts: { surname: 'text', name: 'text', shows: 'number', member: 'text' },
  sort: 'surname',
  filters: { view: ['near', 'apart'] },
} as const satisfies TableRules;
