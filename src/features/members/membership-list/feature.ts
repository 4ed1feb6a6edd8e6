import type { Feature } from '#platform/server/feature/feature.ts';
import { registerMembershipListCalls } from './server/calls.ts';
import { claimPaperListMemberships } from './server/claim-paper-memberships.ts';
import { registerMemberImportCalls } from './server/import/import-call.ts';
import { registerMembershipListPages } from './server/pages.ts';
import { findLastManualReminderAt, reminderPersonalData } from './server/reminders.ts';

const auditActions = {
  'membership.reminded': 'reminded members to pay',
  'membership.removed': 'removed somebody from the membership list',
  'membership.imported': 'imported a list of members',
  'membership.import_undone': 'undid an import of members',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The secretary's list of current and former members, from subscriptions and from imported paper lists. */
export const membershipListFeature: Feature = {
  visibility: { membership_reminder: 'private' },
  routes(registry, services) {
    registerMembershipListPages(registry, services);
    registerMembershipListCalls(registry, services);
    registerMemberImportCalls(registry);
  },
  newcomers: [claimPaperListMemberships],
  remindersByHand: [findLastManualReminderAt],
  personalData: [reminderPersonalData],
  auditActions: [auditActions],
};
