import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { accountingPath, subscriptionsPath } from '../paths.ts';

export const navigation: MembersNavigation = {
  entries: [
    {
      permission: 'get_subs',
      label: 'Get Subs',
      href: subscriptionsPath,
      icon: 'pound-sterling',
      group: 'work',
      order: 40,
    },
  ],
  below: [{ item: 'get_subs', order: 20, links: () => [{ label: 'Accounting', href: accountingPath }] }],
  help: {
    '/members/get_subs': ['treasurer', 'See who has paid'],
    '/members/get_sums': ['treasurer', 'See what came in'],
    '/members/get_sums/practice': ['treasurer', 'Refunds and disputes at Square'],
  },
};

export const screens = {
  accounting: () => import('./accounting-page.tsx'),
  practice_provider: () => import('./practice-provider-page.tsx'),
  get_subs: () => import('./get-subs-page.tsx'),
} satisfies ScreenLoaders;
