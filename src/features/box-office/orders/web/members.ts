import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/bookings/attention': ['box-office', 'When a refund or an email is refused'],
    '/members/bookings/order/:id': ['box-office', 'Find and change a booking'],
  },
};

export const screens = {
  booking_issues: () => import('./booking-issues-page.tsx'),
} satisfies ScreenLoaders;
