import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  order: () => import('./OrderPage.tsx'),
  bookings: () => import('./BookingsPage.tsx'),
} satisfies Screens;
