import { screens as waitingList } from '#features/box-office/waiting-list/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  ...waitingList,
  shop: () => import('./shop-page.tsx'),
  tickets: () => import('./tickets-page.tsx'),
  choose_tickets: () => import('./choose/choose-tickets-page.tsx'),
  choose_seats: () => import('./choose/choose-seats-page.tsx'),
  basket: () => import('./basket/basket-page.tsx'),
  confirm_order: () => import('./basket/confirm-order-page.tsx'),
  booked: () => import('./basket/booked-page.tsx'),
} satisfies ScreenLoaders;
