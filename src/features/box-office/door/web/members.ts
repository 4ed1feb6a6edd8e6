import { doorIndexPath } from '#features/box-office/bookings/paths.ts';
import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  entries: [
    {
      permission: 'door',
      unless: 'bookings',
      label: 'Door',
      href: doorIndexPath,
      icon: 'door-open',
      group: 'work',
      order: 50,
    },
  ],
  help: {
    '/members/door': ['front-of-house', 'Get the door ready'],
    '/members/bookings/door/:id': ['front-of-house', 'Let people in'],
    '/members/bookings/door/:id/list': ['front-of-house', 'Print a door list'],
  },
};

export const screens = {
  doors: () => import('./doors-page.tsx'),
  door: () => import('./door-page.tsx'),
  door_list: () => import('./printed-door-list-page.tsx'),
} satisfies ScreenLoaders;
