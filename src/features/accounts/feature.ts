import type { Feature } from '#platform/server/feature/feature.ts';
import { userNames } from './server/audit-names.ts';
import { expiryJob } from './server/expiry-job.ts';
import { accountData, sessionData } from './server/personal-data.ts';

export const accounts: Feature = {
  jobs: (services) => [expiryJob(services)],
  personalData: [accountData, sessionData],
  auditNames: [userNames],
};
