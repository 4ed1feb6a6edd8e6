import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { bookingsPath } from '../paths.ts';

export const navigation: MembersNavigation = {
  entries: [
    { permission: 'bookings', label: 'Manage Bookings', href: bookingsPath, icon: 'ticket', group: 'work', order: 50 },
  ],
  help: {
    '/members/bookings': ['box-office', 'Sell tickets'],
  },
};

export const screens = {
  order: () => import('./order-page.tsx'),
  bookings: () => import('./bookings-page.tsx'),
} satisfies ScreenLoaders;
