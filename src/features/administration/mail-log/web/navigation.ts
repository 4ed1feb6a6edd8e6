import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/mails': ['webmaster', 'Check that emails arrive'],
    '/members/admin/mails/:id': ['webmaster', 'Check that emails arrive'],
  },
};
