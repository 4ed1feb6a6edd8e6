import type { Feature } from '../feature/feature.ts';
import { defineAddressRetentionJob } from './forget.ts';
import { auditData } from './personal-data.ts';
import { accountSignInFailuresAction, refusalsLoop } from './refused-sign-ins.ts';

export const audit: Feature = {
  work: (services) => [defineAddressRetentionJob(services)],
  loops: (services) => [refusalsLoop(services)],
  personalData: [auditData],
  impersonalTables: [{ table: 'audit_forgetting', reason: 'empty but within a write' }],
  actionNames: [
    {
      'refused access': 'refused what isn’t open to an account',
      'refused sign-ins': 'refused sign-ins, or a password or code given again',
      [accountSignInFailuresAction]: 'refused sign-ins to an account, or a password or code given again',
    },
  ],
};
