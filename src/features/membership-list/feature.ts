import type { Feature } from '#platform/server/feature/feature.ts';
import { membershipCalls } from './server/calls.ts';
import { importListCall } from './server/import/import-call.ts';
import { membershipPages } from './server/pages.ts';
import { membershipData } from './server/personal-data.ts';
import { lastReminded } from './server/store.ts';
import { welcome } from './server/subscribe.ts';

/** The secretary's list of everybody who is or was a member, by subscription or on paper. */
export const membershipList: Feature = {
  routes(platform, services) {
    membershipPages(platform, services);
    membershipCalls(platform, services);
    importListCall(platform);
  },
  newcomers: [welcome],
  remindersByHand: [lastReminded],
  personalData: [membershipData],
};
