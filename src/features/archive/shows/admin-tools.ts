import type { AdminTool } from '#platform/shared/admin-tools.ts';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Add Show Member',
    href: '/members/admin/add-show-member',
    about: 'Add people to a show’s cast and crew.',
    group: 'archive',
    order: 220,
    inNavigation: 40,
  },
  {
    label: 'People',
    href: '/members/admin/people',
    about: 'Find anyone who has been in a show, correct names and merge duplicates.',
    group: 'archive',
    order: 230,
  },
];
