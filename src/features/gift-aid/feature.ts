import type { Feature } from '#platform/server/feature/feature.ts';
import { giftAidPages } from './server/pages.ts';
import { declarationData } from './server/personal-data.ts';
import { forgetDeclarations, retentionMonths } from './server/store.ts';

/** What members declare, so that the society can claim Gift Aid on their subscriptions, and the schedule for the claim. */
export const giftAid: Feature = {
  routes: giftAidPages,
  personalData: [declarationData],
  retention: [
    {
      about: `Gift Aid declarations: ${retentionMonths} months after they ended, since HMRC may ask`,
      months: async () => retentionMonths,
      forget: forgetDeclarations,
    },
  ],
};
