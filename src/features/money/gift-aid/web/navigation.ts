import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/membership/gift_aid': ['treasurer', 'Claim Gift Aid'],
  },
};
