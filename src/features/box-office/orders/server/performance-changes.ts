import { z } from 'zod';
import {
  findPerformance,
  isCancelled,
  type PerformanceChangeHandler,
} from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { later, minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { performanceCancelledJobKind } from './cancelled-performances.ts';
import { notifyBuyer } from './order-emails.ts';
import { enqueueReservationRelease } from './reservation-release.ts';
import { findPerformanceOrders } from './store/find-orders.ts';
import { wasEverSold } from './store/tickets.ts';

const performanceMovedJobKind = 'performance-moved';

/** The maximum number of orders in one write, so that other writes don't wait. */
const atOnce = 50;

/** The time in which a performance cancelled by mistake can be restored before emails go out. */
const cancellationDelay = 10 * minute;

/** Changes orders when their performance is moved or cancelled. */
export const performanceChanges: PerformanceChangeHandler = {
  orders: async (db, performance) => (await findPerformanceOrders(db, performance)).length,
  wasSold: wasEverSold,
  saved: async (tx, performance, before, { now: at }) => {
    await enqueueReservationRelease(tx, performance, at);
    const { id, starts_at } = performance;
    if (starts_at === before.starts_at) return;
    const payload = { performance: id, before: before.starts_at, after: starts_at };
    await queueJob(tx, { kind: performanceMovedJobKind, key: `${id} ${at}`, payload, due: at, at });
  },
  cancelled: async (tx, { id }, { now: at }) => {
    const due = later(at, cancellationDelay);
    await queueJob(tx, {
      kind: performanceCancelledJobKind,
      key: `${id} ${at}`,
      payload: { performance: id, at },
      due,
      at,
    });
  },
};

/** Tells everybody with tickets for a performance that it was moved. */
export const defineMovedPerformanceJob = ({
  db,
  clock,
  home,
  encryption,
}: Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>): JobHandler =>
  defineJob(
    {
      kind: performanceMovedJobKind,
      name: 'Emailing buyers about a moved performance',
      payload: z.object({ performance: z.string(), before: z.string(), after: z.string() }),
    },
    async ({ key, payload, signal }) => {
      const performance = await findPerformance(db.read, payload.performance);
      // If it was moved again in the meantime, the later email covers it
      if (!performance || performance.starts_at !== payload.after || isCancelled(performance)) return undefined;
      const { timeZone } = await readSettings(db.read);
      const format = (moment: string) => formatDateTime(formatIsoWithOffset(moment, timeZone));
      const news = [
        `${performance.show_title} has moved from ${format(payload.before)} to ${format(payload.after)}. Your tickets are still valid.`,
      ];
      const orders = await findPerformanceOrders(db.read, performance.id);
      for (let from = 0; from < orders.length; from += atOnce) {
        signal.throwIfAborted();
        const at = clock().toISOString();
        await write(db, async (tx) => {
          for (const { id: order } of orders.slice(from, from + atOnce)) {
            await notifyBuyer(tx, { kind: 'changed', order, about: key, news, home: home(), encryption, at });
          }
        });
      }
      return undefined;
    },
  );
