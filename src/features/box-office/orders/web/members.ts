import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/bookings/order/:id': ['box-office', 'Find and change a booking'],
  },
};
