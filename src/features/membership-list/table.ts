import { lengthFilter, type TableRules } from '#platform/shared/table.ts';

/** The status of somebody's membership. People with an account can have never paid, and those who have paid only a part. */
export const statuses = ['active', 'pending', 'due', 'grace', 'lapsed', 'cancelled', 'never'] as const;
export type Status = (typeof statuses)[number];

export const statusLabels: Record<Status, string> = {
  active: 'Paid',
  pending: 'Being confirmed',
  due: 'Due',
  grace: 'In grace',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
  never: 'Never paid',
};

/** Statuses of people who can be asked to pay. */
export const unpaid = ['due', 'grace', 'lapsed'] as const satisfies readonly Status[];
export type Unpaid = (typeof unpaid)[number];

/** The search, filters and order of the list. */
export const membershipTable = {
  sorts: { name: 'text', plan: 'text', status: 'text', paid_until: 'date' },
  sort: 'name',
  filters: { status: statuses, plan: 'text', account: ['yes', 'no'], ...lengthFilter },
} as const satisfies TableRules;
