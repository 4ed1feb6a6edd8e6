import type { Feature } from '#platform/server/feature/feature.ts';
import { userNames } from './server/audit-subjects.ts';
import { defineExpiryCleanupJob } from './server/delete-expired.ts';
import { accountData, sessionData } from './server/personal-data.ts';

export const accounts: Feature = {
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
  personalData: [accountData, sessionData],
  impersonalTables: [{ table: 'erasure', reason: 'goes with the account; nobody who has asked for it can download' }],
  auditSubjects: [userNames],
};
