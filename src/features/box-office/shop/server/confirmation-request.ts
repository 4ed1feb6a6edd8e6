import { findShow } from '#features/archive/shows/server/index.ts';
import { countsByType, formatTicketCounts } from '#features/box-office/orders/order.ts';
import { formatBoxOfficeContact, type HeldTicket } from '#features/box-office/orders/server/index.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { getDoorsTime, listPerformances, seatsOfTickets } from '#features/box-office/performances/server/index.ts';
import {
  type EmailPerformance,
  sendTicketEmail,
  type TicketEmailData,
} from '#features/box-office/ticket-emails/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { formatTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { Basket } from './basket-store.ts';

interface BasketEmail {
  basket: Basket;
  held: readonly HeldTicket[];
  home: string;
}

interface ConfirmationEmail extends BasketEmail {
  /** The number of attempts. */
  attempt: number;
  until: Instant;
  link: string;
  now: Instant;
}

/** Asks a buyer by email to confirm free tickets, in the transaction that holds them. */
export async function sendConfirmationRequest(tx: DbTransaction, request: ConfirmationEmail): Promise<void> {
  const { basket, attempt, until, link, now } = request;
  const { timeZone } = await readSettings(tx);
  const news = [`We are holding these tickets for you until ${formatTime(formatIsoWithOffset(until, timeZone))}.`];
  await sendTicketEmail(tx, 'confirm_order', {
    ...{ orderId: basket.id, email: basket.email, about: `${attempt}`, at: now },
    told: { ...(await buildEmailData(tx, request)), news, link },
  });
}

/**
 * Tells a buyer that the box office declined their free tickets, in the transaction that releases them and before it
 * does. Returns false if no email is sent.
 */
export async function sendDeclinedEmail(tx: DbTransaction, request: BasketEmail & { now: Instant }): Promise<boolean> {
  const { basket, now } = request;
  return sendTicketEmail(tx, 'not_confirmed', {
    ...{ orderId: basket.id, email: basket.email, about: `${basket.confirmation_attempt}`, at: now },
    told: { ...(await buildEmailData(tx, request)), news: [], link: '' },
  });
}

/** Returns the data of a basket that isn't an order, for an email. */
async function buildEmailData(
  tx: DbTransaction,
  { basket, held, home }: BasketEmail,
): Promise<Omit<TicketEmailData, 'news' | 'link'>> {
  const { siteName, timeZone, boxOfficeMail } = await readSettings(tx);
  const show = await findShow(tx, basket.show_id);
  const seats = await seatsOfTickets(
    tx,
    held.map(({ id }) => id),
  );
  const evenings = (await listPerformances(tx, basket.show_id)).flatMap((performance): EmailPerformance[] => {
    const own = held.filter(({ performance_id }) => performance_id === performance.id);
    if (own.length === 0) return [];
    const labels = own.flatMap(({ id }) => seats.get(id) ?? []);
    return [
      {
        ...{ show: show?.title ?? '', venue: show?.venue ?? '', kept_until: '' },
        ...{
          starts_at: formatIsoWithOffset(performance.starts_at, timeZone),
          doors_at: getDoorsTime(performance, timeZone),
        },
        tickets: formatTicketCounts(countsByType(own)),
        seats: labels.length === 0 ? '' : `${labels.length === 1 ? 'Seat' : 'Seats'} ${formatSeats(labels)}`,
      },
    ];
  });
  return {
    ...{ ref: 0, due: 0, paid: 0, refunded: 0, refund_pending: 0 },
    ...{ siteName, evenings, ask: formatBoxOfficeContact({ boxOfficeMail, home }) },
  };
}
