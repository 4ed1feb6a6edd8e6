import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

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

export const screens = {
  account_settings: () => import('./account-settings-page.tsx'),
  confirm_email: () => import('./confirm-email-page.tsx'),
} satisfies ScreenLoaders;
