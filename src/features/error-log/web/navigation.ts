import type { MembersNavigation } from '#features/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/errors': ['webmaster', 'See what failed'],
  },
};
