import type { TableRules } from '#platform/shared/tables/table.ts';

export const correctionsPath = '/members/admin/corrections';

/** The filters and sort orders of the list of corrections. By default, the list shows open corrections. */
export const correctionsTable = {
  sorts: { received: 'date', about: 'text' },
  sort: '-received',
  filters: { state: ['applied', 'refused', 'suspect', 'any'] },
} as const satisfies TableRules;
