import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  booking_issues: () => import('./BookingIssuesPage.tsx'),
  order: () => import('./OrderPage.tsx'),
  bookings: () => import('./BookingsPage.tsx'),
} satisfies Screens;
