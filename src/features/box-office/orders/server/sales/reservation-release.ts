import { z } from 'zod';
import {
  findPerformanceEvenIfArchived,
  findPerformances,
  releasePlacesAndSeats,
} from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { calculateReservationExpiry } from '../../order.ts';
import { notifyBuyer } from '../emails/order-emails.ts';
import { loadOrderAccount } from '../store/order-accounts.ts';
import { addCancelReason, findOrderWithTickets, findPerformanceOrders } from '../store/orders.ts';
import { findValidOrderTickets, markTicketsReturned } from '../store/tickets.ts';

const releaseJobKind = 'release-tickets';

type PerformanceToRelease = Parameters<typeof calculateReservationExpiry>[0] & { id: Id };

/**
 * Queues the release of a performance's unpaid reservations, unless the time of the release has passed or they are
 * never released. A release that is queued twice runs once.
 */
export async function queueReservationRelease(
  tx: DbTransaction,
  performance: PerformanceToRelease,
  at: Instant,
): Promise<void> {
  const due = calculateReservationExpiry(performance);
  if (due === undefined || due <= at) return;
  await queueJob(tx, {
    kind: releaseJobKind,
    key: `${performance.id} ${due}`,
    payload: { performance: performance.id },
    due,
    at,
  });
}

/** Releases reserved tickets that weren't paid in time. */
export const defineReservationReleaseJob = ({
  db,
  clock,
  home,
  encryption,
}: Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>): JobHandler =>
  defineJob(
    {
      kind: releaseJobKind,
      name: 'Releasing unpaid reservations',
      payload: z.object({ performance: z.string() }),
      about: async (reading, payloads) => {
        const ids = payloads.map(({ performance }) => performance);
        const performances = await findPerformances(reading, ids, { includesArchived: true });
        const { timeZone } = await readSettings(reading);
        return ids.map((id) => {
          const found = performances.get(id);
          return found ? `${found.show_title}, ${formatDateTime(formatIsoWithOffset(found.starts_at, timeZone))}` : '';
        });
      },
    },
    async ({ payload, signal }) => {
      // An archived show may be restored in time, and its buyers should know that they no longer have tickets
      const performance = await findPerformanceEvenIfArchived(db.read, payload.performance);
      const at = clock().toISOString();
      const due = performance && calculateReservationExpiry(performance);
      // If the performance was moved, another job releases its reservations. After the start, people with reservations
      // may already be inside
      if (!performance || due === undefined || due > at || performance.starts_at <= at) return undefined;
      const when = formatDateTime(formatIsoWithOffset(performance.starts_at, (await readSettings(db.read)).timeZone));
      for (const order of await findPerformanceOrders(db.read, performance.id)) {
        if (order.status !== 'reserved' || order.created_at >= due) continue;
        signal.throwIfAborted();
        await write(db, async (tx) => {
          const current = await findOrderWithTickets(tx, order.id);
          if (current?.status !== 'reserved') return;
          const releasedTickets = current.tickets.filter((one) => one.performance_id === performance.id);
          if (releasedTickets.length === 0 || (await loadOrderAccount(tx, current)).due === 0) return;
          const ids = releasedTickets.map(({ id }) => id);
          await markTicketsReturned(tx, { order: order.id, tickets: ids, ended: 'cancelled', at });
          await addCancelReason(tx, current, 'Not paid in time');
          await releasePlacesAndSeats(tx, ids);
          await recordAudit(tx, {
            ...{ id: deriveId(`${releaseJobKind} ${order.id} ${due}`), at, action: 'order.released' },
            ...{ subject: order.id, detail: `${order.ref}: ${releasedTickets.length} for ${when}` },
          });
          const news = [`Your tickets for ${when} weren’t paid for in time, so we’ve released them.`];
          const about = `${performance.id} ${due}`;
          const isOver = (await findValidOrderTickets(tx, order.id)).length === 0;
          await notifyBuyer(tx, {
            ...{ kind: isOver ? 'cancelled' : 'changed', order: order.id, about, news, before: current.tickets },
            ...{ home: home(), encryption, at },
          });
        });
      }
      return undefined;
    },
  );
