import { z } from 'zod';
import { findShow } from '#features/archive/shows/server/index.ts';
import { countTicketsByType, formatTicketCountsByType } from '#features/box-office/orders/order.ts';
import {
  type EmailPerformance,
  findLatestConfirmationDelivery,
  findOrderIdByCharge,
  findOrderWithAllTickets,
  formatBoxOfficeContact,
  formatCancellationForBuyer,
  formatSeatsWithLabel,
  type HeldTicket,
  isTicketEmailOn,
  notifyBuyer,
  queueOrderConfirmation,
  queueTicketEmail,
  type TicketEmailData,
  wasOrderUnfulfilled,
} from '#features/box-office/orders/server/index.ts';
import { findSeatsOfTickets, getDoorTime, listPerformances } from '#features/box-office/performances/server/index.ts';
import { manualPaymentSourcePhrases, manualPaymentSources } from '#features/money/ledger/entry.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { findJob, queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatRelativeEnd } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Basket } from './baskets/basket-store.ts';

const confirmationJobKind = 'booked-letter';

/**
 * Queues the job that emails a buyer either the confirmation of a booking, or the news that a payment was too late to
 * get places. A job is needed because the code that settles a charge has neither the site's URL nor its data key.
 */
export const queueBookingOutcomeEmail = (
  tx: DbTransaction,
  { order, waits = false }: { order: Id; waits?: boolean },
  at: Instant,
): Promise<boolean> => queueJob(tx, { kind: confirmationJobKind, key: order, payload: { order, waits }, due: at, at });

/** Like `findLatestConfirmationDelivery`, but also finds a confirmation whose email isn't queued yet. */
export async function findSentOrPendingConfirmation(
  db: DbReader,
  { id, email }: { id: Id; email: string },
): Promise<{ to: string; sent: boolean } | undefined> {
  const found = await findLatestConfirmationDelivery(db, id);
  if (found || email === '') return found;
  // The job queues the email a moment after the booking
  const job = await findJob(db, { kind: confirmationJobKind, key: id });
  return job?.status === 'waiting' && (await isTicketEmailOn(db, 'confirmation'))
    ? { to: email, sent: false }
    : undefined;
}

/** `waits` is true if the buyer is on the waiting list again, because the payment was too late for the offered places. */
const BookedBasket = z.object({ order: z.string(), waits: z.boolean().default(false) });

/**
 * Defines the job that emails a buyer either the confirmation of a booking, or the news that a payment was too late to
 * get places.
 */
export const defineBookingOutcomeJob = ({
  db,
  encryption,
  home,
  clock,
}: Pick<Services, 'db' | 'encryption' | 'home' | 'clock'>): JobHandler =>
  defineJob(
    { kind: confirmationJobKind, name: 'Emailing booking confirmations', payload: BookedBasket },
    async ({ payload }) => {
      const order = await findOrderWithAllTickets(db.read, payload.order);
      if (!order) return undefined;
      const at = clock().toISOString();
      const email = { order: order.id, home: home(), encryption, at };
      return async (tx) => {
        const isUnplaced = order.status === 'refunded' && (await wasOrderUnfulfilled(tx, order.id));
        if (!isUnplaced) {
          await queueOrderConfirmation(tx, email);
          return;
        }
        const news = payload.waits ? [...unplacedNews, waitingAgainNews] : unplacedNews;
        await notifyBuyer(tx, { ...email, kind: 'cancelled', about: 'no places', news });
      };
    },
  );

const unplacedNews = [
  'Your payment reached us too late for these places: your time had run out and other people had taken the last of them, or the performance had been withdrawn.',
  'We’re refunding your payment to your card. It should arrive within ten days.',
];

const waitingAgainNews =
  'You’re on the waiting list again, in your former place: we’ll email you as soon as there’s room.';

const settledRefundJobKind = 'settled-refund-letter';

const SettledRefund = z.object({
  /** The ids of the refund and of the refunded charge, and the refunded amount in pence. */
  ...{ refund: z.string(), charge: z.string(), pence: z.int() },
  /** The way in which the refund was settled. `square` means that it was made in Square's dashboard. */
  how: z.enum([...manualPaymentSources, 'dismissed', 'square']),
  /** The retained amount in pence. */
  retained: z.int().default(0),
  /** The reason why nothing is owed any more, if the refund was dismissed. */
  reason: z.string().default(''),
});
type SettledRefund = z.infer<typeof SettledRefund>;

/**
 * Queues the email about a refused refund that was settled in another way than announced, or about a refund that was
 * made at Square. A job sends the email, because the code that settles the refund has neither the site's URL nor its
 * data key.
 */
export const queueSettledRefundEmail = (
  tx: DbTransaction,
  settled: z.input<typeof SettledRefund>,
  at: Instant,
): Promise<boolean> => queueJob(tx, { kind: settledRefundJobKind, key: settled.refund, payload: settled, due: at, at });

/** Defines the job that emails buyers how their refused refunds were settled, and about refunds made at Square. */
export const defineSettledRefundJob = ({
  encryption,
  home,
  clock,
}: Pick<Services, 'encryption' | 'home' | 'clock'>): JobHandler =>
  defineJob(
    {
      kind: settledRefundJobKind,
      name: 'Emailing buyers about refunds settled by hand or made at Square',
      payload: SettledRefund,
    },
    async ({ payload }) => {
      const { refund, charge } = payload;
      const at = clock().toISOString();
      return async (tx) => {
        const order = await findOrderIdByCharge(tx, charge);
        if (order === undefined) return;
        const { retained, reason } = payload;
        const news = formatCancellationForBuyer({ cancelled: '', refund: [formatSettled(payload)], retained, reason });
        await notifyBuyer(tx, { kind: 'refunded', order, about: refund, news, home: home(), encryption, at });
      };
    },
  );

function formatSettled({ pence, how }: SettledRefund): string {
  if (how === 'square') return `We have refunded ${formatMoney(pence)} to your card.`;
  const refused = `Your bank refused the refund of ${formatMoney(pence)} to your card`;
  return how === 'dismissed'
    ? `${refused}, and we won’t refund it in another way.`
    : `${refused}, so we have refunded it ${manualPaymentSourcePhrases[how]} instead.`;
}

interface BasketEmail {
  basket: Basket;
  held: readonly HeldTicket[];
  home: string;
}

interface ConfirmationEmail extends BasketEmail {
  /** The number of the confirmation attempt, counted from 1. */
  attempt: number;
  until: Instant;
  link: string;
  now: Instant;
}

/** Queues the email with the link that confirms free tickets, in the transaction that holds them. */
export async function queueConfirmationRequestEmail(tx: DbTransaction, request: ConfirmationEmail): Promise<void> {
  const { basket, attempt, until, link, now } = request;
  const { timeZone } = await readSettings(tx);
  const today = formatIsoWithOffset(now, timeZone).slice(0, 10);
  const end = formatRelativeEnd(formatIsoWithOffset(until, timeZone), today);
  const news = [`We are holding these tickets for you until ${end}.`];
  await queueTicketEmail(tx, 'confirm_order', {
    ...{ orderId: basket.id, email: basket.email, about: `${attempt}`, at: now },
    data: { ...(await buildEmailData(tx, request)), news, link },
  });
}

/**
 * Queues the email to a buyer whose free tickets the box office has declined. Must run before the tickets are released,
 * in the same transaction. Returns false if no email is queued.
 */
export async function queueFreeTicketsDeclinedEmail(
  tx: DbTransaction,
  request: BasketEmail & { now: Instant },
): Promise<boolean> {
  const { basket, now } = request;
  return queueTicketEmail(tx, 'not_confirmed', {
    ...{ orderId: basket.id, email: basket.email, about: `${basket.confirmation_attempt}`, at: now },
    data: { ...(await buildEmailData(tx, request)), news: [], link: '' },
  });
}

/** Builds the data of an email about a basket that isn't an order. */
async function buildEmailData(
  tx: DbTransaction,
  { basket, held, home }: BasketEmail,
): Promise<Omit<TicketEmailData, 'news' | 'link'>> {
  const { siteName, timeZone, boxOfficeMail } = await readSettings(tx);
  const show = await findShow(tx, basket.show_id);
  const seats = await findSeatsOfTickets(
    tx,
    held.map(({ id }) => id),
  );
  const performances = (await listPerformances(tx, basket.show_id)).flatMap((performance): EmailPerformance[] => {
    const own = held.filter(({ performance_id }) => performance_id === performance.id);
    if (own.length === 0) return [];
    return [
      {
        ...{ show: show?.title ?? '', venue: show?.venue ?? '', kept_until: '' },
        ...{
          starts_at: formatIsoWithOffset(performance.starts_at, timeZone),
          doors_at: getDoorTime(performance, timeZone),
        },
        tickets: formatTicketCountsByType(countTicketsByType(own)),
        seats: formatSeatsWithLabel(own.flatMap(({ id }) => seats.get(id) ?? [])),
      },
    ];
  });
  return {
    ...{ ref: 0, due: 0, paid: 0, refunded: 0, refund_pending: 0 },
    ...{ siteName, performances, ask: formatBoxOfficeContact({ boxOfficeMail, home }) },
  };
}
