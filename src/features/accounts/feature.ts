import type { Feature } from '#platform/server/feature/feature.ts';
import { accountData, sessionData } from './server/personal-data.ts';

export const accounts: Feature = {
  personalData: [accountData, sessionData],
};
