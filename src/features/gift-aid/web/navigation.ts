import type { MembersNavigation } from '#features/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/membership/gift_aid': ['treasurer', 'Claim Gift Aid'],
  },
};
