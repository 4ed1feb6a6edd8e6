import type { Feature } from '#platform/server/feature/feature.ts';
import { onboardingCalls } from './server/onboarding.ts';
import { portalPages } from './server/pages.ts';

export const portal: Feature = {
  routes(platform, services) {
    portalPages(platform, services);
    onboardingCalls(platform);
  },
};
