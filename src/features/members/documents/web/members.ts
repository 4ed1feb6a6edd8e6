import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  entries: [
    {
      permission: 'member_docs',
      label: 'Member Docs',
      href: '/members/docs',
      icon: 'folder',
      group: 'work',
      order: 70,
    },
  ],
  help: {
    '/members/docs': ['member', 'Find the society’s documents'],
    '/members/docs/manage': ['secretary', 'Add documents for members'],
  },
};

export const screens = {
  manage_docs: () => import('./manage-docs-page.tsx'),
} satisfies ScreenLoaders;
