import type { Feature } from '#platform/server/feature/feature.ts';
import { defineSaverPersonalData } from '#platform/server/feature/personal-data.ts';
import { accountPersonalData, defineExpiryCleanupJob, sessionPersonalData } from './server/personal-data.ts';
import { findUserAuditSubjects } from './server/store.ts';

const auditActions = {
  'account.signed_in': 'signed in',
  'account.password_accepted': 'entered the right password and was asked for a code',
  'erasure.cancelled': 'cancelled the erasure of their account',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const accountsFeature: Feature = {
  visibility: {
    user: 'private',
    user_item: 'private',
    session: 'private',
    single_use_link: 'private',
    registration: 'private',
    invitation: 'private',
    known_device: 'private',
    erasure: 'private',
  },
  work: (services) => [defineExpiryCleanupJob(services)],
  personalData: [
    accountPersonalData,
    defineSaverPersonalData({
      ...{ name: 'permissions_last_saved', table: 'user', label: 'id', isOnlyPersonalData: false },
    }),
    sessionPersonalData,
  ],
  nonPersonalTables: [
    { table: 'erasure', reason: 'deleted with the account, whose owner can’t sign in to download it' },
  ],
  auditSubjects: [findUserAuditSubjects],
  auditActions: [auditActions],
};
