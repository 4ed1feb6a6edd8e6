import { z } from 'zod';
import { findPerformance, isCalledOff, type PerformanceChanges } from '#features/performances/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { writeQuietly } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { queueJob } from '#platform/server/jobs/jobs.ts';
import { type Work, workOn } from '#platform/server/jobs/work.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { later, minute } from '#platform/shared/durations.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { cancelledKind } from './cancelled-performances.ts';
import { tellBuyer } from './order-letters.ts';
import { ordersFor, wasEverSold } from './store.ts';
import { queueRelease } from './unpaid-release.ts';

const movedKind = 'performance-moved';

/** The most orders in one write: others want to write too. */
const atOnce = 50;

/** How long a performance that was cancelled by mistake can be restored before letters go out. */
const thinksFor = 10 * minute;

/** What happens to orders when their performance is moved or cancelled. */
export const performanceChanges: PerformanceChanges = {
  orders: async (db, performance) => (await ordersFor(db, performance)).length,
  wasSold: wasEverSold,
  saved: async (tx, performance, before, { now: at }) => {
    await queueRelease(tx, performance, at);
    const { id, starts_at } = performance;
    if (starts_at === before.starts_at) return;
    const payload = { performance: id, before: before.starts_at, after: starts_at };
    await queueJob(tx, { kind: movedKind, key: `${id} ${at}`, payload, due: at, at });
  },
  cancelled: async (tx, { id }, { now: at }) => {
    const due = later(at, thinksFor);
    await queueJob(tx, { kind: cancelledKind, key: `${id} ${at}`, payload: { performance: id, at }, due, at });
  },
};

/** Tells everybody with tickets for a performance that it was moved. */
export const tellingOfMoves = ({
  db,
  clock,
  home,
  encryption,
}: Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>): Work =>
  workOn(
    {
      kind: movedKind,
      name: 'Writing about a performance that was moved',
      payload: z.object({ performance: z.string(), before: z.string(), after: z.string() }),
    },
    async ({ key, payload, signal }) => {
      const performance = await findPerformance(db.read, payload.performance);
      // If it was moved again meanwhile, the later letter says it all
      if (!performance || performance.starts_at !== payload.after || isCalledOff(performance)) return undefined;
      const { timeZone } = await readSettings(db.read);
      const inWords = (moment: string) => momentInWords(withOffset(moment, timeZone));
      const news = [
        `${performance.show_title} has moved from ${inWords(payload.before)} to ${inWords(payload.after)}. Your tickets are still valid.`,
      ];
      const orders = await ordersFor(db.read, performance.id);
      for (let from = 0; from < orders.length; from += atOnce) {
        signal.throwIfAborted();
        const at = clock().toISOString();
        await writeQuietly(db, async (tx) => {
          for (const { id: order } of orders.slice(from, from + atOnce)) {
            await tellBuyer(tx, { kind: 'changed', order, about: key, news, home: home(), encryption, at });
          }
        });
      }
      return undefined;
    },
  );
