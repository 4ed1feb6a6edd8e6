import type { Feature } from '../feature/feature.ts';
import { defineAddressRetentionJob } from './forget.ts';
import { auditData } from './personal-data.ts';
import { accountSignInFailuresAction, refusalsLoop } from './refused-sign-ins.ts';

export const audit: Feature = {
  visibility: { audit: 'private', audit_forgetting: 'private' },
  work: (services) => [defineAddressRetentionJob(services)],
  loops: (services) => [refusalsLoop(services)],
  personalData: [auditData],
  impersonalTables: [{ table: 'audit_forgetting', reason: 'empty but within a write' }],
  actionNames: [
    {
      'refused access': 'refused access to something the account isn’t allowed to use',
      'refused sign-ins': 'refused sign-ins, or failed password or code checks',
      [accountSignInFailuresAction]: 'refused sign-ins to an account, or failed password or code checks',
    },
  ],
};
