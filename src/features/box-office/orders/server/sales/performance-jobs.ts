import { z } from 'zod';
import {
  findPerformance,
  findPerformanceEvenIfArchived,
  findPerformances,
  isPerformanceCancelled,
  type PerformanceChangeHandler,
  releasePlacesAndSeats,
} from '#features/box-office/performances/server/index.ts';
import { submitRefund } from '#features/money/payments/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { calculateReservationExpiry } from '../../order.ts';
import { calculateMaxTicketRefund, hasDispute, splitRefund, sumRefundParts } from '../../order-account.ts';
import { sumTicketPrices } from '../../tickets.ts';
import { notifyBuyer, notifyBuyers } from '../emails/order-emails.ts';
import { isTicketEmailOn } from '../emails/ticket-emails.ts';
import { getSellerName } from '../refunds/amounts-to-settle.ts';
import { formatAmountOwedForBuyer, formatRefundForBuyer, returnTickets } from '../refunds/order-refunds.ts';
import { loadOrderAccount } from '../store/order-accounts.ts';
import { addCancelReason, findOrderWithTickets, findPerformanceOrders } from '../store/orders.ts';
import { findValidOrderTickets, hasEverHadTickets, markTicketsReturned } from '../store/tickets.ts';

const releaseJobKind = 'release-tickets';

type PerformanceToRelease = Parameters<typeof calculateReservationExpiry>[0] & { id: Id };

/**
 * Queues the job that releases a performance's unpaid reservations. Does nothing if they are never released, or if the
 * time of the release has passed. A release that is queued twice runs once.
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

/** Defines the job that releases a performance's reserved tickets that weren't paid in time. */
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
      // Archived shows are included: the show may be restored before the performance, and the buyers should know that
      // they no longer have tickets
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

/** The kind of the job that cancels the tickets for a cancelled performance. */
const performanceCancelledJobKind = 'performance-cancelled';

type CancellationServices = Pick<
  Services,
  'db' | 'clock' | 'home' | 'encryption' | 'paymentProvider' | 'all' | 'environment'
>;

/**
 * Defines the job that cancels the tickets for a cancelled performance, order by order. Online card payments are
 * refunded, other payments are owed until somebody refunds them, and the buyers are notified by email. If the
 * performance is restored in the meantime, the remaining orders stay as they are.
 */
export const defineCancelledPerformanceJob = (services: CancellationServices): JobHandler =>
  defineJob(
    {
      kind: performanceCancelledJobKind,
      name: 'Cancelling tickets for a cancelled performance',
      payload: z.object({ performance: z.string(), at: z.string() }),
    },
    async ({ payload, signal }) => {
      const { db } = services;
      // Even if the show was archived right after the cancellation, its orders must be settled
      const performance = await findPerformanceEvenIfArchived(db.read, payload.performance);
      if (performance?.cancelled_at !== payload.at) return undefined;
      for (const { id } of await findPerformanceOrders(db.read, payload.performance)) {
        signal.throwIfAborted();
        await cancelTicketsOfOrder(services, { order: id, ...payload });
      }
      return undefined;
    },
  );

async function cancelTicketsOfOrder(
  services: CancellationServices,
  { order: id, performance, at: cancelledAt }: { order: string; performance: string; at: string },
): Promise<void> {
  const { db, clock, environment } = services;
  const at = clock().toISOString();
  const as = deriveId(`${performanceCancelledJobKind} ${id} ${performance} ${cancelledAt}`);
  const intents = await write(db, async (tx) => {
    const found = await findPerformanceEvenIfArchived(tx, performance);
    const order = await findOrderWithTickets(tx, id);
    // The performance may have been restored, or the order cancelled, since the job began
    if (found?.cancelled_at !== cancelledAt || !order) return [];
    const cancelledTickets = order.tickets.filter(({ performance_id }) => performance_id === performance);
    if (cancelledTickets.length === 0) return [];
    const when = formatDateTime(formatIsoWithOffset(found.starts_at, (await readSettings(tx)).timeZone));
    const account = await loadOrderAccount(tx, order);
    const disputed = hasDispute(account);
    const worth = calculateMaxTicketRefund(account, cancelledTickets);
    const byCard = account.payments.filter(({ source }) => source === 'card');
    const refund = await returnTickets(tx, order, {
      ...{ tickets: cancelledTickets.map(({ id: ticket }) => ticket), parts: splitRefund(byCard, worth) },
      ...{ as, at, environment, by: null, reason: 'The performance was cancelled' },
    });
    if (!refund) return [];
    const toCard = sumRefundParts(refund);
    const owed = worth - toCard;
    const elsewhere = order.source === 'import' ? sumTicketPrices(cancelledTickets) : 0;
    const seller = elsewhere > 0 ? await getSellerName(tx, id, services) : '';
    await recordAudit(tx, {
      ...{ id: as, at, action: 'order.ended', subject: id },
      detail: `${order.ref}: ${formatSettlement({ toCard, owed, disputed, seller, elsewhere })}`,
    });
    const isOver = (await findValidOrderTickets(tx, id)).length === 0;
    const news = [
      `${found.show_title} on ${when} has been cancelled. We are sorry.`,
      ...formatRefundForBuyer(refund.parts),
      ...formatAmountOwedForBuyer({ owed, disputed }),
      ...(seller === ''
        ? []
        : [`You paid ${seller} for these tickets, so any refund comes from them and not from us.`]),
    ];
    await notifyBuyer(tx, {
      ...{ kind: isOver ? 'cancelled' : 'changed', order: id, about: as, news, before: order.tickets },
      ...{ home: services.home(), encryption: services.encryption, at },
    });
    return refund.intents;
  });
  for (const intent of intents) await submitRefund(services, intent);
}

interface Settlement {
  /** The amount refunded to the card. All amounts of a settlement are in pence. */
  toCard: number;
  owed: number;
  /** True if a payment is in dispute. */
  disputed: boolean;
  /** The shop that took money for the order; "" if none did. */
  seller: string;
  /** The price of the cancelled tickets, which was paid to that shop. */
  elsewhere: number;
}

/** Formats the refund of an order for the order's history: "£12.00 to the card, £5.00 still to refund". */
function formatSettlement({ toCard, owed, disputed, seller, elsewhere }: Settlement): string {
  const parts = [
    toCard > 0 && `${formatMoney(toCard)} to the card`,
    owed > 0 && `${formatMoney(owed)} ${disputed ? 'waits for the bank’s decision' : 'still to refund'}`,
    seller !== '' && `${formatMoney(elsewhere)} to settle with ${seller}, which sold the tickets`,
  ].filter(Boolean);
  return parts.join(', ') || 'nothing to refund';
}

const performanceMovedJobKind = 'performance-moved';

/**
 * The time in milliseconds from the cancellation of a performance until its tickets are cancelled, their online card
 * payments are refunded and their buyers are emailed. If the performance is restored before that, its orders stay as
 * they are.
 */
export const cancellationDelayMs = 10 * minute;

/**
 * Handles changes of performances: counts the orders concerned, and queues the jobs that email the buyers, release
 * unpaid tickets, and cancel and refund the tickets for a cancelled performance.
 */
export const performanceChangeHandler: PerformanceChangeHandler = {
  countOrders: async (db, performance) => (await findPerformanceOrders(db, performance)).length,
  hasEverHadTickets,
  isMoveEmailOn: (db) => isTicketEmailOn(db, 'changed'),
  onSave: async (tx, performance, before, { now: at }) => {
    await queueReservationRelease(tx, performance, at);
    const { id, starts_at } = performance;
    if (starts_at === before.starts_at) return;
    const payload = { performance: id, before: before.starts_at, after: starts_at };
    await queueJob(tx, { kind: performanceMovedJobKind, key: `${id} ${at}`, payload, due: at, at });
  },
  onCancel: async (tx, { id }, { now: at }) => {
    const due = addMs(at, cancellationDelayMs);
    await queueJob(tx, {
      kind: performanceCancelledJobKind,
      key: `${id} ${at}`,
      payload: { performance: id, at },
      due,
      at,
    });
  },
};

/** Defines the job that emails the buyers of tickets for a performance which has been moved. */
export const defineMovedPerformanceJob = (
  services: Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>,
): JobHandler =>
  defineJob(
    {
      kind: performanceMovedJobKind,
      name: 'Emailing buyers about a moved performance',
      payload: z.object({ performance: z.string(), before: z.string(), after: z.string() }),
    },
    async ({ key, payload, signal }) => {
      const db = services.db.read;
      const performance = await findPerformance(db, payload.performance);
      // If the performance was moved again in the meantime, the later email reports that
      if (!performance || performance.starts_at !== payload.after || isPerformanceCancelled(performance))
        return undefined;
      const { timeZone } = await readSettings(db);
      const format = (moment: string) => formatDateTime(formatIsoWithOffset(moment, timeZone));
      const news = [
        `${performance.show_title} has moved from ${format(payload.before)} to ${format(payload.after)}. Your tickets are still valid.`,
      ];
      const orders = await findPerformanceOrders(db, performance.id);
      await notifyBuyers(services, orders, { kind: 'changed', about: key, news }, signal);
      return undefined;
    },
  );
