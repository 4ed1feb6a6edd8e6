import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  bookings: () => import('./BookingsPage.tsx'),
} satisfies Screens;
