import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/audit': ['webmaster', 'See errors and failed tasks'],
  },
};
