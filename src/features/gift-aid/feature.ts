import type { Feature } from '#platform/server/feature/feature.ts';
import { giftAidCalls } from './server/calls.ts';
import { giftAidPages } from './server/pages.ts';
import { declarationData } from './server/personal-data.ts';
import { forgetDeclarations, monthsKept } from './server/store.ts';

/** What members declare, so that the society can claim Gift Aid on their subscriptions, and the schedule for the claim. */
export const giftAid: Feature = {
  routes(platform, services) {
    giftAidPages(platform, services);
    giftAidCalls(platform);
  },
  personalData: [declarationData],
  retention: [{ months: async () => monthsKept, forget: forgetDeclarations }],
};
