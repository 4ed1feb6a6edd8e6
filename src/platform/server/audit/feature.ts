import type { Feature } from '../feature/feature.ts';
import { forgettingAddresses } from './forgetting.ts';
import { auditData } from './personal-data.ts';
import { notingRefusals } from './refused.ts';

export const audit: Feature = {
  jobs: (services) => [forgettingAddresses(services), notingRefusals(services)],
  personalData: [auditData],
};
