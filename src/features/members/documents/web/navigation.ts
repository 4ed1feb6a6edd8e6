import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

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
