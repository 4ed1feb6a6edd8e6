import type { Feature } from '#platform/server/feature/feature.ts';
import { orderCalls } from './server/calls.ts';
import { orderLists } from './server/lists.ts';
import { orderData } from './server/personal-data.ts';

/** Tickets that were sold, kept for somebody, or given away. */
export const orders: Feature = {
  routes(platform, services) {
    orderCalls(platform, services);
    orderLists(platform);
  },
  personalData: [orderData],
};
