import type { Item } from '#features/accounts/roles.ts';

/** Pages that the navigation leads to and that are still to be built: what will be there, for those who may use it. */
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
