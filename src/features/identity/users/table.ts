import { roles } from '#features/society/accounts/roles.ts';
import type { TableRules } from '#platform/shared/tables/table.ts';

export const accountStatuses = ['active', 'awaiting', 'deactivated'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const invitationsTable = {
  sorts: { sent: 'date', email: 'text' },
  sort: '-sent',
  filters: {},
} as const satisfies TableRules;

export const usersTable = {
  sorts: {
    name: 'text',
    surname: 'text',
    email: 'text',
    role: 'text',
    status: 'text',
    last_in: 'date',
    joined: 'date',
    second_factor: 'text',
  },
  sort: 'surname',
  filters: { role: roles, status: accountStatuses, second_factor: ['yes', 'no'] },
} as const satisfies TableRules;
