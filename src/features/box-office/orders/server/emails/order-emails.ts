import { findShow, findShowSummary } from '#features/archive/shows/server/index.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import {
  findSeatsOfTickets,
  getDoorTime,
  listActivePerformancesBetween,
  listPerformances,
} from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineScheduledJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import type { MailAttachmentProvider } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';
import type { TicketEmailKind } from '../../contract.ts';
import { calculateReservationExpiry, countTicketsByType, formatTicketCountsByType, isLiveOrder } from '../../order.ts';
import { formatOtherRefundMethods } from '../../order-account.ts';
import { loadOrderAccount } from '../store/order-accounts.ts';
import { findOrder, findPerformanceOrders, type OrderWithTickets } from '../store/orders.ts';
import type { TicketOrderTable, TicketTable } from '../store/tables.ts';
import { findValidOrderTickets } from '../store/tickets.ts';
import {
  buildBuyerOrderPath,
  buildIssuanceId,
  calendarAttachmentProvider,
  formatOrderAttachmentId,
  ticketAttachmentProvider,
} from './issued-tickets.ts';
import type { EmailPerformance, TicketEmailData } from './ticket-email-texts.ts';
import { isTicketEmailOn, queueTicketEmail } from './ticket-emails.ts';

/** An email to a buyer about their order. */
interface BuyerNotification {
  kind: TicketEmailKind;
  order: Id;
  /** Distinguishes the email from the order's other emails of the same kind, so that it is sent only once. */
  about: string;
  /** Sentences about the changes to the order. */
  news?: readonly string[];
  /**
   * The order's valid tickets before the change. If the order has no valid tickets for one of their performances any
   * more, an attachment removes the performance from the buyer's calendar.
   */
  before?: readonly Pick<TicketTable, 'performance_id'>[];
  /** The performance that the email is about, if it isn't about the whole order. */
  performance?: Id;
  /** The site's URL, which links begin with; "" if it is unknown. */
  home: string;
  encryption: Services['encryption'];
  at: Instant;
}

/**
 * Returns the link of an email: to the buyer's page about the order or, for a thank-you email, to the site; "" for the
 * email `cancelled`. If the site's URL is unknown, the link is a path, and a thank-you email has none.
 */
function buildEmailLink(
  letter: Pick<BuyerNotification, 'kind' | 'home' | 'encryption'> & { order: TicketOrderTable },
): string {
  const { kind, order, home, encryption } = letter;
  if (kind === 'cancelled') return '';
  if (kind === 'thanks') return home === '' ? '' : `${home}/`;
  return `${home}${buildBuyerOrderPath(encryption, order)}`;
}

const attachedFiles: Partial<Record<TicketEmailKind, MailAttachmentProvider>> = {
  confirmation: ticketAttachmentProvider,
  changed: calendarAttachmentProvider,
  cancelled: calendarAttachmentProvider,
};

/**
 * Queues an email to an order's buyer, in the same transaction as the change that it reports.
 *
 * @returns false if the email was queued before, this kind is switched off, or the order has no email address or no
 * valid tickets to report on, which the emails `cancelled` and `refunded` don't need
 */
export async function notifyBuyer(
  tx: DbTransaction,
  { order: id, performance, before = [], ...letter }: BuyerNotification,
): Promise<boolean> {
  const { kind, about, at, home, encryption, news = [] } = letter;
  const order = await findOrder(tx, id);
  if (!order || order.email === '') return false;
  const valid = isLiveOrder(order.status) ? await findValidOrderTickets(tx, id) : [];
  const tickets = valid.filter((one) => !performance || one.performance_id === performance);
  if (kind !== 'cancelled' && kind !== 'refunded' && tickets.length === 0) return false;
  // Without valid tickets the buyer has nothing to show at the door, so the email has no link
  const link = kind === 'refunded' && valid.length === 0 ? '' : buildEmailLink({ kind, order, home, encryption });
  const performances = new Set(valid.map(({ performance_id }) => performance_id));
  const removed = [...new Set(before.map(({ performance_id }) => performance_id))].filter(
    (one) => !performances.has(one),
  );
  const data = {
    ...(await buildEmailData(tx, { ...order, tickets }, { news, link, home, at })),
    removed: removed.length,
  };
  const files = kind === 'cancelled' && removed.length === 0 ? undefined : attachedFiles[kind];
  const attached = files && { kind: files.kind, id: formatOrderAttachmentId(buildIssuanceId(id, order), removed) };
  return queueTicketEmail(tx, kind, { orderId: id, email: order.email, about, data, attached, at });
}

/**
 * Returns true if an order's confirmation would be sent if the order had an email address: the order has valid tickets,
 * and the email is switched on.
 */
export const canSendConfirmation = async (
  db: DbReader,
  { status, tickets }: Pick<OrderWithTickets, 'status' | 'tickets'>,
): Promise<boolean> => isLiveOrder(status) && tickets.length > 0 && (await isTicketEmailOn(db, 'confirmation'));

/** The maximum number of orders in one transaction. It is small, so that other writes needn't wait long. */
const ordersPerWrite = 50;

/** Queues the same email to the buyers of many orders, in several transactions. */
export async function notifyBuyers(
  { db, clock, home, encryption }: Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>,
  orders: readonly { id: Id }[],
  letter: Pick<BuyerNotification, 'kind' | 'about' | 'news' | 'performance'>,
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < orders.length; from += ordersPerWrite) {
    signal.throwIfAborted();
    const at = clock().toISOString();
    await write(db, async (tx) => {
      for (const { id: order } of orders.slice(from, from + ordersPerWrite)) {
        await notifyBuyer(tx, { ...letter, order, home: home(), encryption, at });
      }
    });
  }
}

export const queueOrderConfirmation = (
  tx: DbTransaction,
  order: Pick<BuyerNotification, 'order' | 'home' | 'encryption' | 'at'>,
): Promise<boolean> => notifyBuyer(tx, { ...order, kind: 'confirmation', about: 'sold' });

async function buildEmailData(
  db: DbReader,
  order: OrderWithTickets,
  { news, link, home, at }: Required<Pick<BuyerNotification, 'news' | 'home' | 'at'>> & Pick<TicketEmailData, 'link'>,
): Promise<TicketEmailData> {
  const { siteName, timeZone, boxOfficeMail } = await readSettings(db);
  const show = await findShow(db, order.show_id);
  const title = show?.title ?? (await findShowSummary(db, order.show_id))?.title ?? '';
  const { due, paid, refunded, refunded_otherwise, refund_pending } = await loadOrderAccount(db, order);
  const seats = await findSeatsOfTickets(
    db,
    order.tickets.map(({ id }) => id),
  );
  const performances = (await listPerformances(db, order.show_id)).flatMap((performance): EmailPerformance[] => {
    const own = order.tickets.filter(({ performance_id }) => performance_id === performance.id);
    if (own.length === 0) return [];
    const until = order.status === 'reserved' ? calculateReservationExpiry(performance) : undefined;
    const local = (moment: Instant) => formatIsoWithOffset(moment, timeZone);
    return [
      {
        ...{ show: title, venue: show?.venue ?? '', starts_at: local(performance.starts_at) },
        doors_at: getDoorTime(performance, timeZone),
        // Tickets that are still reserved after the deadline aren't released any more
        kept_until: until === undefined || until <= at ? '' : local(until),
        tickets: formatTicketCountsByType(countTicketsByType(own)),
        seats: formatSeatsWithLabel(own.flatMap(({ id }) => seats.get(id) ?? [])),
      },
    ];
  });
  // The email about an order without valid tickets names the show, but no performance
  const ended: EmailPerformance = {
    show: title,
    venue: '',
    starts_at: '',
    doors_at: '',
    kept_until: '',
    tickets: '',
    seats: '',
  };
  return {
    refunded_how: formatOtherRefundMethods({ refunded, refunded_otherwise }),
    ...{ ref: order.ref, due, paid, refunded, refund_pending, news, link, siteName },
    performances: performances.length > 0 ? performances : [ended],
    ask: formatBoxOfficeContact({ boxOfficeMail, home }),
  };
}

/** Formats seats for an email: "Seats C5, C6"; "" if there are none. */
export const formatSeatsWithLabel = (seats: readonly string[]): string =>
  seats.length === 0 ? '' : `${seats.length === 1 ? 'Seat' : 'Seats'} ${formatSeats(seats)}`;

/**
 * Formats the contact for buyers' questions, to follow the word "contact": "the box office at tickets@players.example"
 * or, if the box office has no address, "us using the form at …".
 */
export const formatBoxOfficeContact = ({ boxOfficeMail, home }: { boxOfficeMail: string; home: string }): string => {
  const [address = ''] = boxOfficeMail.split(',').map((one) => one.trim());
  if (address !== '') return `the box office at ${address}`;
  return `us using the form ${home === '' ? 'on our website' : `at ${home}/about-us`}`;
};

/** Builds the sample order in the previews of emails: two tickets. */
export const buildSampleEmailData = ({
  home,
  siteName,
  boxOfficeMail,
}: Record<'home' | 'siteName' | 'boxOfficeMail', string>): Omit<TicketEmailData, 'link'> & { home: string } => ({
  ...{ ref: 481_920, due: 0, paid: 2400, refunded: 0, refund_pending: 0, removed: 1, news: [], home, siteName },
  performances: [
    {
      ...{ show: 'Blithe Spirit', venue: '', kept_until: '', tickets: '2 Adult', seats: '' },
      ...{ starts_at: '2027-04-14T19:30:00+01:00', doors_at: '2027-04-14T19:00:00+01:00' },
    },
  ],
  ask: formatBoxOfficeContact({ boxOfficeMail, home }),
});

type EmailServices = Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>;

/**
 * Defines the daily job that reminds tomorrow's audience and thanks yesterday's, with one email for each order and
 * performance.
 */
export const defineAudienceEmailsJob = (services: EmailServices): JobHandler =>
  defineScheduledJob(
    {
      kind: 'ticket-letters',
      name: 'Emailing tomorrow’s and yesterday’s audiences',
      schedule: { every: 'day', at: '10:00' },
    },
    async (signal) => {
      const { timeZone } = await readSettings(services.db.read);
      const day = toCalendarDate(services.clock(), timeZone);
      await notifyAudience(services, { kind: 'reminder', on: addDays(day, 1), signal });
      await notifyAudience(services, { kind: 'thanks', on: addDays(day, -1), signal });
    },
  );

async function notifyAudience(
  services: EmailServices,
  { kind, on, signal }: { kind: TicketEmailKind; on: CalendarDate; signal: AbortSignal },
): Promise<void> {
  const db = services.db.read;
  const { timeZone } = await readSettings(db);
  const midnight = (day: CalendarDate) => toInstant(`${day}T00:00`, timeZone);
  for (const { id, starts_at } of await listActivePerformancesBetween(db, midnight(on), midnight(addDays(on, 1)))) {
    const letter = { kind, performance: id, about: `${id} ${starts_at}` };
    await notifyBuyers(services, await findPerformanceOrders(db, id), letter, signal);
  }
}
