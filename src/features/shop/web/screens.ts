import { screens as waitingList } from '#features/waiting-list/web/index.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  ...waitingList,
  shop: () => import('./ShopPage.tsx'),
  tickets: () => import('./TicketsPage.tsx'),
  choose_tickets: () => import('./ChooseTicketsPage.tsx'),
  choose_seats: () => import('./ChooseSeatsPage.tsx'),
  basket: () => import('./BasketPage.tsx'),
  confirm_order: () => import('./ConfirmOrderPage.tsx'),
  booked: () => import('./BookedPage.tsx'),
} satisfies Screens;
