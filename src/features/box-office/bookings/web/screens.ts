import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  booking_issues: () => import('./booking-issues-page.tsx'),
  order: () => import('./order-page.tsx'),
  bookings: () => import('./bookings-page.tsx'),
} satisfies Screens;
