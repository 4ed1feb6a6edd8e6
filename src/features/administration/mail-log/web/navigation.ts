import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/mails': ['webmaster', 'See whether mail arrives'],
    '/members/admin/mails/:id': ['webmaster', 'See whether mail arrives'],
  },
};
