import { z } from 'zod';
import {
  findOrderWithAllTickets,
  notifyBuyer,
  sendConfirmation,
  wasUnplaced,
} from '#features/box-office/orders/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

const kind = 'booked-letter';

/** Enqueues the confirmation email: the code that settles a charge has neither the site's address nor SECRET. */
export const queueConfirmationEmail = (tx: DbTransaction, order: Id, at: Instant): Promise<boolean> =>
  queueJob(tx, { kind, key: order, payload: { order }, due: at, at });

/** Confirms a booking, or reports that no place was left for a payment. */
export const defineConfirmationJob = ({
  db,
  encryption,
  home,
  clock,
}: Pick<Services, 'db' | 'encryption' | 'home' | 'clock'>): JobHandler =>
  defineJob({ kind, name: 'Confirming bookings', payload: z.object({ order: z.string() }) }, async ({ payload }) => {
    const order = await findOrderWithAllTickets(db.read, payload.order);
    if (!order) return undefined;
    const at = clock().toISOString();
    const letter = { order: order.id, home: home(), encryption, at };
    return async (tx) => {
      const isUnplaced = order.status === 'refunded' && (await wasUnplaced(tx, order.id));
      if (!isUnplaced) await sendConfirmation(tx, letter);
      else await notifyBuyer(tx, { ...letter, kind: 'cancelled', about: 'no places', news: unplacedNews });
    };
  });

const unplacedNews = [
  'Your payment reached us too late for these places: your time had run out and other people had taken the last of them, or the performance had been withdrawn.',
  'What you paid is refunded to your card, and should be there within ten days.',
];
