import type { Item } from '#features/accounts/roles.ts';

/** Pages in the navigation that aren't built yet: what they will have, for those who may use them. */
export const comingPages: readonly { path: string; item: Item; title: string; about: string }[] = [
  {
    path: '/members/bookings',
    item: 'bookings',
    title: 'Manage Bookings',
    about: 'Here you will manage performances, change bookings and seat the audience.',
  },
];
