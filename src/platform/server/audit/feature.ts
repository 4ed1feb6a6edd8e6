import type { Feature } from '../feature/feature.ts';
import { forgetAddressesJob } from './forgetting.ts';
import { auditData } from './personal-data.ts';
import { refusalsJob } from './refused.ts';

export const audit: Feature = {
  jobs: (services) => [forgetAddressesJob(services), refusalsJob(services)],
  personalData: [auditData],
  impersonalTables: [{ table: 'audit_forgetting', because: 'empty but within a write' }],
};
