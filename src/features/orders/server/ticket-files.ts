import { calendarEntry } from '#features/discovery/server/index.ts';
import { findPerformance, isCalledOff, seatsOfTickets } from '#features/performances/server/index.ts';
import { showAddress } from '#features/shows/address.ts';
import { findShow } from '#features/shows/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { qrRows } from '#platform/server/formats/qr.ts';
import { qrPng } from '#platform/server/formats/qr-png.ts';
import type { Attachment, MailAttachments } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { isLive } from '../order.ts';
import { issueOf } from './order-link.ts';
import { findWithTickets } from './store.ts';
import type { TicketOrderTable, TicketTable } from './tables.ts';
import { ticketCode } from './ticket-code.ts';

/** The QR code of a ticket, as screens and paper draw it: a quarter of it may be unreadable. */
export const ticketQr = (code: string) => qrRows(code, 'quartile');

/**
 * A calendar entry for an evening that an order has tickets for: cancelled once all of them were returned. Undefined
 * where its performance is gone.
 */
export async function ticketCalendar(
  db: Reading,
  {
    order,
    performance: id,
    home,
    now,
  }: {
    order: Pick<TicketOrderTable, 'id' | 'ref'> & {
      tickets: readonly Pick<TicketTable, 'performance_id' | 'given_back_at'>[];
    };
    performance: Id;
    /** The beginning of addresses; "" where the site has none. */
    home: string;
    now: Instant;
  },
): Promise<string | undefined> {
  const performance = await findPerformance(db, id);
  const tickets = order.tickets.filter(({ performance_id }) => performance_id === id);
  if (!performance || tickets.length === 0) return undefined;
  const show = await findShow(db, performance.show_id);
  return calendarEntry({
    ...{ id: `${order.id}-${performance.id}`, title: performance.show_title, starts_at: performance.starts_at },
    venue: show?.venue ?? '',
    about: `Reference ${order.ref}`,
    url: show && home !== '' ? `${home}${showAddress(show)}` : home,
    cancelled: isCalledOff(performance) || tickets.every(({ given_back_at }) => given_back_at !== null),
    made: now,
    host: home === '' ? 'callboard' : new URL(home).host,
  });
}

/**
 * The attachments of a confirmation: a calendar entry for each evening, and each ticket's code. A mail from before the
 * order's codes were replaced, which may go to whoever has those, gets none where it leaves only now.
 */
export const ticketFiles: MailAttachments = {
  kind: 'tickets',
  make: (services, issue: string) => makeFiles(services, issue, { codes: true }),
};

/** The attachments of a mail about a change: the calendar entries, which replace those of earlier mails. */
export const calendarFiles: MailAttachments = {
  kind: 'ticket calendar',
  make: (services, issue: string) => makeFiles(services, issue, { codes: false }),
};

async function makeFiles(
  { db: { read: db }, encryption, home, clock }: Parameters<MailAttachments['make']>[0],
  issue: string,
  { codes }: { codes: boolean },
): Promise<Attachment[]> {
  const [id = ''] = issue.split(' ');
  const order = await findWithTickets(db, id);
  if (!order || !isLive(order.status) || issueOf(id, order) !== issue) return [];
  const { timeZone } = await readSettings(db);
  const seats = await seatsOfTickets(
    db,
    order.tickets.map((ticket) => ticket.id),
  );
  const files: Attachment[] = [];
  let count = 0;
  for (const [performance, tickets] of Map.groupBy(order.tickets, ({ performance_id }) => performance_id)) {
    const found = await findPerformance(db, performance);
    const entry = await ticketCalendar(db, { order, performance, home: home(), now: clock().toISOString() });
    if (!found || !entry) continue;
    // "2027-04-14 19.30"
    const when = withOffset(found.starts_at, timeZone).slice(0, 16).replace('T', ' ').replace(':', '.');
    const contentType = 'text/calendar; charset=utf-8; method=PUBLISH';
    files.push({ name: `${when}.ics`, contentType, content: Buffer.from(entry) });
    for (const ticket of codes ? tickets : []) {
      count += 1;
      const seat = seats.get(ticket.id);
      const name = [`${when} ticket ${count}`, seat && `seat ${seat}`].filter(Boolean).join(', ');
      const code = ticketCode(encryption, { ...order, id: ticket.id });
      files.push({ name: `${name}.png`, contentType: 'image/png', content: qrPng(ticketQr(code)) });
    }
  }
  return files;
}
