import type { Feature } from '#platform/server/feature/feature.ts';
import { emailCalls } from './server/email-change.ts';
import { sessionCalls } from './server/session-calls.ts';
import { settingsCalls } from './server/settings.ts';

export const accountSettings: Feature = {
  routes(platform, services) {
    settingsCalls(platform, services);
    emailCalls(platform, services);
    sessionCalls(platform);
  },
};
