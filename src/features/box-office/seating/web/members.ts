import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/bookings/seating/:id': ['box-office', 'Plan who sits where'],
    '/members/bookings/seating/:id/tickets': ['box-office', 'Print for a performance'],
    '/members/bookings/seating/:id/wall': ['box-office', 'Print for a performance'],
    '/members/bookings/seating/:id/rows': ['box-office', 'Print for a performance'],
  },
};

export const screens = {
  seating: () => import('./seating-page.tsx'),
  printed_tickets: () => import('./print/printed-tickets-page.tsx'),
  row_labels: () => import('./print/row-labels-page.tsx'),
  wall_plan: () => import('./print/wall-plan-page.tsx'),
} satisfies ScreenLoaders;
