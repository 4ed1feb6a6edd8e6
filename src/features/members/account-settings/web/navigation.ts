import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  entries: [
    {
      ...{ permission: 'account_settings', label: 'Account Settings', href: '/members/account_settings' },
      ...{ icon: 'user', group: 'own', order: 10 },
    },
  ],
  help: {
    '/members/account_settings': ['member', 'Keep your details up to date'],
  },
};
