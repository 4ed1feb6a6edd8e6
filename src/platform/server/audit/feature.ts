import type { Feature } from '../feature/feature.ts';
import { forgettingAddresses } from './forget.ts';
import { auditData } from './personal-data.ts';
import { refusalsLoop } from './refused.ts';

export const audit: Feature = {
  work: (services) => [forgettingAddresses(services)],
  loops: (services) => [refusalsLoop(services)],
  personalData: [auditData],
  impersonalTables: [{ table: 'audit_forgetting', because: 'empty but within a write' }],
};
