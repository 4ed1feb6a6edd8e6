import type { Feature } from '#platform/server/feature/feature.ts';
import { secondFactorData } from './server/personal-data.ts';
import { secondFactorAgainCalls } from './server/reauthentication.ts';
import { secondFactorCalls } from './server/settings-calls.ts';

export const secondFactor: Feature = {
  routes(platform, services) {
    secondFactorCalls(platform, services);
    secondFactorAgainCalls(platform, services);
  },
  personalData: [secondFactorData],
  impersonalTables: [{ table: 'passkey_challenge', because: 'named by session or cookie, for five minutes' }],
};
