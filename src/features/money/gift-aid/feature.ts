import type { Feature } from '#platform/server/feature/feature.ts';
import {
  declarationPersonalData,
  declarationRetentionMonths,
  deleteDeclarationsEndedBefore,
} from './server/declarations.ts';
import { registerGiftAidPages } from './server/pages.ts';

const auditActions = {
  'gift_aid.declared': 'made a Gift Aid declaration',
  'gift_aid.withdrawn': 'withdrew a Gift Aid declaration',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/**
 * Gift Aid: members' declarations, and the schedule with which the society claims it on subscriptions and donations.
 */
export const giftAidFeature: Feature = {
  visibility: { gift_aid_declaration: 'private' },
  routes: registerGiftAidPages,
  personalData: [declarationPersonalData],
  retention: [
    {
      description: `Gift Aid declarations: ${declarationRetentionMonths} months after they end, because HMRC may ask for them`,
      months: async () => declarationRetentionMonths,
      deleteOrAnonymise: deleteDeclarationsEndedBefore,
    },
  ],
  auditActions: [auditActions],
};
