import type { TableRules } from '#platform/shared/table.ts';

/** How the list of people may be asked for. */
export const peopleTable = {
  sorts: { surname: 'text', name: 'text', shows: 'number', member: 'text' },
  // As a register is
  sort: 'surname',
  filters: { view: ['near', 'apart'] },
} as const satisfies TableRules;
