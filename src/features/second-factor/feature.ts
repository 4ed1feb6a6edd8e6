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
};
