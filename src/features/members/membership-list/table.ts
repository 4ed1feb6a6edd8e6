import { membershipPath } from '#features/money/subscriptions/paths.ts';
import { pageLengthFilter, type TableRules } from '#platform/shared/tables/table.ts';

export const remindersPath = `${membershipPath}/reminders`;
export const importMembersPath = `${membershipPath}/import`;

/** `never`: somebody who has never paid, or has paid only part of a year. */
export const membershipStatuses = ['active', 'pending', 'due', 'grace', 'lapsed', 'cancelled', 'never'] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];

export const membershipStatusLabels: Record<MembershipStatus, string> = {
  active: 'Paid',
  pending: 'Confirming payment',
  due: 'Due',
  grace: 'In grace period',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
  never: 'No membership yet',
};

/** The statuses in which people can be reminded to pay. */
export const remindableStatuses = ['due', 'grace', 'lapsed'] as const satisfies readonly MembershipStatus[];

/** The search, filters and order of the membership list. */
export const membershipTable = {
  sorts: { name: 'text', plan: 'text', status: 'text', paid_until: 'date' },
  sort: 'name',
  filters: { status: membershipStatuses, plan: 'text', account: ['yes', 'no'], ...pageLengthFilter },
} as const satisfies TableRules;
