import { membershipPath } from '#features/money/subscriptions/paths.ts';
import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  entries: [
    {
      ...{ permission: 'membership', unless: 'get_subs', label: 'Membership', href: membershipPath },
      ...{ icon: 'list', group: 'work', order: 40 },
    },
  ],
  below: [{ item: 'get_subs', order: 10, links: () => [{ label: 'Membership', href: membershipPath }] }],
  help: {
    '/members/membership': ['membership-secretary', 'Look someone up'],
    '/members/membership/reminders': ['membership-secretary', 'Remind people to pay'],
    '/members/membership/import': ['membership-secretary', 'Import a paper list'],
  },
};

export const screens = {
  membership: () => import('./membership-page.tsx'),
  membership_reminders: () => import('./reminders-page.tsx'),
  membership_import: () => import('./import-members-page.tsx'),
} satisfies ScreenLoaders;
