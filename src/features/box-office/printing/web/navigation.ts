import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/bookings/seating/:id/tickets': ['box-office', 'Print for a performance'],
    '/members/bookings/seating/:id/wall': ['box-office', 'Print for a performance'],
    '/members/bookings/seating/:id/rows': ['box-office', 'Print for a performance'],
  },
};
