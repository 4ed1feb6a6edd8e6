import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/bookings/seating/:id': ['box-office', 'Plan who sits where'],
  },
};

export const screens = {
  seating: () => import('./seating-page.tsx'),
} satisfies Screens;
