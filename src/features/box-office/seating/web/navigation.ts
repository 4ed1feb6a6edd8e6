import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/bookings/seating/:id': ['box-office', 'Plan who sits where'],
  },
};
