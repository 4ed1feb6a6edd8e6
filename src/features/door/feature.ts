import { bookingsRetention, monthsSet } from '#features/society/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { doorCalls } from './server/calls.ts';
import { forgetNotes, noteCalls, settleWalkUp } from './server/notes.ts';
import { doorPages } from './server/pages.ts';
import { doorData } from './server/personal-data.ts';
import { arrivalsAt, forgetMarks } from './server/store.ts';

/** Where those who come to a performance are let in. */
export const door: Feature = {
  routes(platform, services) {
    doorPages(platform);
    doorCalls(platform);
    noteCalls(platform, services);
  },
  arrivals: [arrivalsAt],
  walkUpSales: [settleWalkUp],
  personalData: [doorData],
  retention: [
    {
      about: `Who was let in at the door: ${bookingsRetention}`,
      months: monthsSet('keepBookingsMonths'),
      forget: async (tx, before) => {
        await forgetMarks(tx, before);
        await forgetNotes(tx, before);
      },
    },
  ],
};
