import { showPath } from '#features/archive/shows/paths.ts';
import { findShow } from '#features/archive/shows/server/index.ts';
import { sortTicketsBySeat } from '#features/box-office/performances/seats.ts';
import {
  findPerformanceEvenIfArchived,
  findSeatsOfTickets,
  isPerformanceCancelled,
} from '#features/box-office/performances/server/index.ts';
import { renderPerformanceCalendar } from '#features/publishing/calendar-feed/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { isSameSecret } from '#platform/server/crypto/secrets.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { buildQrRows, renderQrPng } from '#platform/server/formats/qr.ts';
import type { Attachment, MailAttachmentProvider } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { isLiveOrder } from '../../order.ts';
import { formatTicketCode, parseTicketCode, ticketCodeAlphabet, ticketCodeProofLength } from '../../tickets.ts';
import { findOrderWithTickets } from '../store/orders.ts';
import type { TicketOrderTable, TicketTable } from '../store/tables.ts';

/** An order or one of its tickets, and the number of times the box office has replaced the order's link and codes. */
interface IssuedOrder {
  id: Id;
  reissued: number;
}

/**
 * Returns the text from which an order's link or a ticket's code is computed. `id` is the id of the order or of the
 * ticket. The text changes with each reissue, so that the old link and codes stop working.
 */
export const buildIssuanceId = (id: Id, { reissued }: Pick<IssuedOrder, 'reissued'>): string =>
  reissued === 0 ? id : `${id} ${reissued}`;

const computeOrderKey = (encryption: Services['encryption'], order: IssuedOrder) =>
  encryption.hash(buildIssuanceId(order.id, order), 'order page');

/**
 * Returns the path of the page that shows an order to anybody who has the link. The link isn't stored with the order:
 * it is computed each time.
 */
export const buildBuyerOrderPath = (encryption: Services['encryption'], order: IssuedOrder): string =>
  `/tickets/order/${order.id}/${computeOrderKey(encryption, order)}`;

/** Returns true if the key belongs to the order's current link. */
export function isValidOrderKey(
  encryption: Services['encryption'],
  { key, ...order }: IssuedOrder & { key: string },
): boolean {
  return isSameSecret(key, computeOrderKey(encryption, order));
}

type CodeHasher = Pick<Services['encryption'], 'hash'>;

function computeProof(encryption: CodeHasher, ticket: IssuedOrder): string {
  const mark = Buffer.from(encryption.hash(buildIssuanceId(ticket.id, ticket), 'ticket code'), 'base64url');
  return Array.from(
    mark.subarray(0, ticketCodeProofLength),
    (byte) => ticketCodeAlphabet[byte % ticketCodeAlphabet.length],
  ).join('');
}

/**
 * Returns the text of a ticket's QR code. It is computed from the ticket's id and the site's data key each time, and
 * stored nowhere (docs/decisions/0064). It changes when the box office reissues the order, and if the data key is
 * replaced, but not when SECRET changes (docs/decisions/0061).
 */
export const computeTicketCode = (encryption: CodeHasher, ticket: IssuedOrder & { ref: number }): string =>
  formatTicketCode({ ref: ticket.ref, proof: computeProof(encryption, ticket) });

/**
 * Finds the ticket that a code belongs to; undefined if there is none. The proofs in codes are compared in constant
 * time, so that the time doesn't reveal how much of a guessed proof is right. `ticketsOf` returns the tickets of the
 * order with the given reference.
 */
export async function findTicketByCode<Ticket extends IssuedOrder>(
  encryption: CodeHasher,
  typed: string,
  ticketsOf: (ref: number) => Promise<readonly Ticket[]>,
): Promise<Ticket | undefined> {
  const code = parseTicketCode(typed);
  if (!code) return undefined;
  return (await ticketsOf(code.ref)).find((ticket) => isSameSecret(code.proof, computeProof(encryption, ticket)));
}

/** Builds the rows of a ticket's QR code, which can be scanned even if a quarter of it is damaged. */
export const buildTicketQrRows = (code: string) => buildQrRows(code, 'quartile');

/**
 * Renders a calendar entry for a performance that an order has or had tickets for, even if its show is archived,
 * because emails about the order still mention it. If all of these tickets are returned, or the performance is
 * cancelled, the entry is cancelled. Returns undefined if the performance was deleted, or if `order` contains no
 * tickets for it.
 */
export async function renderTicketCalendar(
  db: DbReader,
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
    /** The site's URL, with which links begin; "" if it has none. */
    home: string;
    now: Instant;
  },
): Promise<string | undefined> {
  const performance = await findPerformanceEvenIfArchived(db, id);
  const tickets = order.tickets.filter(({ performance_id }) => performance_id === id);
  if (!performance || tickets.length === 0) return undefined;
  const show = await findShow(db, performance.show_id);
  return renderPerformanceCalendar({
    ...{ id: `${order.id}-${performance.id}`, title: performance.show_title, starts_at: performance.starts_at },
    venue: show?.venue ?? '',
    about: `Reference ${order.ref}`,
    url: show && home !== '' ? `${home}${showPath(show)}` : home,
    cancelled: isPerformanceCancelled(performance) || tickets.every(({ given_back_at }) => given_back_at !== null),
    made: now,
    host: home === '' ? 'callboard' : new URL(home).host,
  });
}

/**
 * The attachments of a confirmation: a calendar entry for each performance, and each ticket's code. If the codes have
 * been replaced since the email was queued, the email gets no attachments, because it may go to somebody who shouldn't
 * have the new codes.
 */
export const ticketAttachmentProvider: MailAttachmentProvider = {
  kind: 'tickets',
  make: (services, issue: string) => renderAttachments(services, issue, { codes: true }),
};

/**
 * The attachments of an email about a change or a cancellation: calendar entries that replace earlier ones, and entries
 * that remove performances for which the order has no tickets any more.
 */
export const calendarAttachmentProvider: MailAttachmentProvider = {
  kind: 'ticket calendar',
  make: (services, id: string) => renderAttachments(services, id, { codes: false }),
};

/**
 * Returns the id of an email's attachments. It consists of the order's issuance id and the performances that the
 * attachments remove from the buyer's calendar.
 */
export const formatOrderAttachmentId = (issue: string, removed: readonly Id[]): string =>
  [issue, ...removed.map((performance) => `${removalMark}${performance}`)].join(' ');

const removalMark = '-';

/**
 * Parses the result of `formatOrderAttachmentId`. The first part is always the order's id, even if it begins with the
 * character that marks removals: ids are base64url.
 */
export function parseOrderAttachmentId(attachedId: string): { order: Id; issue: string; removed: readonly Id[] } {
  const [order = '', ...rest] = attachedId.split(' ');
  const [reissues, others] = /^\d+$/.test(rest[0] ?? '') ? [rest.slice(0, 1), rest.slice(1)] : [[], rest];
  return {
    order,
    issue: [order, ...reissues].join(' '),
    removed: others.map((part) => part.slice(removalMark.length)),
  };
}

async function renderAttachments(
  { db: { read: db }, encryption, home, clock }: Parameters<MailAttachmentProvider['make']>[0],
  attachedId: string,
  { codes }: { codes: boolean },
): Promise<Attachment[]> {
  const { order: id, issue, removed } = parseOrderAttachmentId(attachedId);
  const order = await findOrderWithTickets(db, id);
  if (!order || buildIssuanceId(id, order) !== issue) return [];
  const { timeZone } = await readSettings(db);
  const seats = await findSeatsOfTickets(
    db,
    order.tickets.map((ticket) => ticket.id),
  );
  const now = clock().toISOString();
  const valid = Map.groupBy(isLiveOrder(order.status) ? order.tickets : [], ({ performance_id }) => performance_id);
  const files: Attachment[] = [];
  const attachEntry = async (
    performance: Id,
    tickets: Parameters<typeof renderTicketCalendar>[1]['order']['tickets'],
  ) => {
    const found = await findPerformanceEvenIfArchived(db, performance);
    const entry = await renderTicketCalendar(db, { order: { ...order, tickets }, performance, home: home(), now });
    if (!found || !entry) return undefined;
    const method = entry.includes('METHOD:CANCEL') ? 'CANCEL' : 'PUBLISH';
    // "2027-04-14 19.30"
    const when = formatIsoWithOffset(found.starts_at, timeZone).slice(0, 16).replace('T', ' ').replace(':', '.');
    const contentType = `text/calendar; charset=utf-8; method=${method}`;
    const name = method === 'CANCEL' ? `${when} cancelled.ics` : `${when}.ics`;
    files.push({ name, contentType, content: Buffer.from(entry) });
    return when;
  };
  let count = 0;
  for (const [performance, tickets] of valid) {
    const when = await attachEntry(performance, tickets);
    if (when === undefined) continue;
    for (const ticket of codes ? sortTicketsBySeat(tickets, seats) : []) {
      count += 1;
      const seat = seats.get(ticket.id);
      const name = [`${when} ticket ${count}`, seat && `seat ${seat}`].filter(Boolean).join(', ');
      const code = computeTicketCode(encryption, { ...order, id: ticket.id });
      files.push({ name: `${name}.png`, contentType: 'image/png', content: renderQrPng(buildTicketQrRows(code)) });
    }
  }
  for (const performance of removed) {
    // Tickets may since have been exchanged back to this performance
    if (!valid.has(performance)) await attachEntry(performance, [{ performance_id: performance, given_back_at: now }]);
  }
  return files;
}
