import type { MembersNavigation } from '#features/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/bookings/door/:id': ['front-of-house', 'Let people in'],
    '/members/bookings/door/:id/list': ['front-of-house', 'Have a list on paper'],
  },
};
