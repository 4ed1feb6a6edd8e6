import type { Item } from '#features/accounts/roles.ts';

/** Pages in the navigation that aren't built yet: what they will have, for those who may use them. */
export const comingPages: readonly { path: string; item: Item; title: string; about: string }[] = [
  {
    path: '/members/get_subs',
    item: 'get_subs',
    title: 'Get Subs',
    about: 'Here you will see who has paid their subscription this year, and what came in.',
  },
  {
    path: '/members/get_sums',
    item: 'get_subs',
    title: 'Accounting',
    about: 'Here you will see the year’s card payments, with fees and refunds.',
  },
  {
    path: '/members/bookings',
    item: 'bookings',
    title: 'Manage Bookings',
    about: 'Here you will manage performances, change bookings and seat the audience.',
  },
];
