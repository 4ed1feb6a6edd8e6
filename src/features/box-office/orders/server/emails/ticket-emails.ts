import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import {
  dismissFailedMail,
  findLatestMailDelivery,
  findStoredOnlyMailKeys,
  listFailedMailsByKeyPrefix,
  type NewMail,
  queueEmail,
} from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import {
  isTicketEmailAlwaysOn,
  setTicketEmailEnabled,
  type TicketEmailKind,
  type TicketEmailPreview,
  ticketEmailDescriptions,
  ticketEmailKinds,
} from '../../contract.ts';
import { findOrder } from '../store/orders.ts';
import type { SentTicketEmailTable } from '../store/tables.ts';
import { buildIssuanceId, parseOrderAttachmentId } from './issued-tickets.ts';
import { composeTicketEmail, type TicketEmailData } from './ticket-email-texts.ts';

async function findDisabledEmailKinds(db: DbReader): Promise<Set<TicketEmailKind>> {
  const rows = await db.selectFrom('letter_off').select('kind').execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Returns true unless the box office has switched emails of this kind off. */
export const isTicketEmailOn = async (db: DbReader, kind: TicketEmailKind): Promise<boolean> =>
  isTicketEmailAlwaysOn(kind) || !(await findDisabledEmailKinds(db)).has(kind);

/** Lists the kinds of email that the box office has switched off. */
export const listDisabledEmailKinds = async (db: DbReader): Promise<TicketEmailKind[]> =>
  [...(await findDisabledEmailKinds(db))].sort();

async function setEmailKindEnabled(tx: DbTransaction, kind: TicketEmailKind, on: boolean): Promise<void> {
  if (on) await tx.deleteFrom('letter_off').where('kind', '=', kind).execute();
  else
    await tx
      .insertInto('letter_off')
      .values({ kind })
      .onConflict((clash) => clash.doNothing())
      .execute();
}

/** Records that an email is queued. Returns false if it was queued before. */
async function recordQueuedEmail(tx: DbTransaction, sent: SentTicketEmailTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('order_letter')
    .values(sent)
    .onConflict((clash) => clash.columns(['order_id', 'kind', 'about']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * Finds the emails that were written about an order, oldest first. `kept` is true for emails that were stored instead
 * of sent, because the site had no mail server or is a demo.
 */
export async function findEmailsAboutOrder(
  db: DbReader,
  orderId: Id,
): Promise<(Pick<SentTicketEmailTable, 'kind' | 'at'> & { kept: boolean })[]> {
  const letters = await db
    .selectFrom('order_letter')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('kind')
    .orderBy('about')
    .execute();
  const kept = await findStoredOnlyMailKeys(db, letters.map(buildEmailKey));
  return letters.map((letter) => ({ kind: letter.kind, at: letter.at, kept: kept.has(buildEmailKey(letter)) }));
}

const keyPrefix = 'tickets ';

/**
 * Finds the address to which an order's last confirmation was or will be sent. Undefined if none was written, if it was
 * only stored or couldn't be delivered, if it has the link and codes from before the order was reissued, or if the
 * email has been deleted, so that its outcome isn't known.
 */
export async function findLatestConfirmationDelivery(
  db: DbReader,
  orderId: Id,
): Promise<{ to: string; sent: boolean } | undefined> {
  const found = await findLatestMailDelivery(db, `${keyPrefix}${orderId} confirmation `);
  if (!found || found.kept === 1 || found.status === 'failed') return undefined;
  const order = await findOrder(db, orderId);
  const isCurrent = order && parseOrderAttachmentId(found.attached_id).issue === buildIssuanceId(orderId, order);
  return isCurrent ? { to: found.to, sent: found.status === 'done' } : undefined;
}

/** Returns the key under which an email is queued, so that each is sent only once. */
const buildEmailKey = ({ order_id, kind, about }: Pick<SentTicketEmailTable, 'order_id' | 'kind' | 'about'>): string =>
  `${keyPrefix}${order_id} ${kind} ${about}`;

/**
 * Queues an email about an order, a basket or a waiting party, in the same transaction as the change that it reports.
 * For each of them, only one email of a kind with the same `about` is queued.
 *
 * @returns false if the email was queued before, there is no address, or this kind is switched off
 */
export async function queueTicketEmail(
  tx: DbTransaction,
  kind: TicketEmailKind,
  {
    orderId,
    email,
    about,
    data,
    attached,
    at,
  }: { orderId: Id; email: string; about: string; data: TicketEmailData; attached?: NewMail['attached']; at: Instant },
): Promise<boolean> {
  if (email === '' || !(await isTicketEmailOn(tx, kind))) return false;
  if (!(await recordQueuedEmail(tx, { order_id: orderId, kind, about, at }))) return false;
  const idempotencyKey = buildEmailKey({ order_id: orderId, kind, about });
  const to = { to: email, fromName: data.siteName };
  await queueEmail(tx, {
    ...composeTicketEmail(kind, data),
    ...to,
    id: deriveId(idempotencyKey),
    idempotencyKey,
    attached,
    at,
  });
  return true;
}

/** An email that the mail server refused for good. */
interface RefusedEmail {
  id: Id;
  /** The order, basket or waiting party that the email is about. */
  orderId: Id;
  kind: TicketEmailKind;
  to: string;
  at: Instant;
}

/** Lists the emails that the mail server refused for good and nobody has dismissed, latest first. */
export async function listRefusedEmails(db: DbReader, orderId?: Id): Promise<RefusedEmail[]> {
  const mails = await listFailedMailsByKeyPrefix(db, orderId === undefined ? keyPrefix : `${keyPrefix}${orderId} `);
  return mails.map(({ id, to, created_at, finished_at, idempotency_key }) => {
    const [, of = '', kind = ''] = idempotency_key.split(' ');
    return { id, orderId: of, kind: kind as TicketEmailKind, to, at: finished_at ?? created_at };
  });
}

/** Dismisses a refused email. Returns false if it wasn't refused, or was dismissed before. */
export async function dismissRefusedEmail(tx: DbTransaction, id: Id): Promise<boolean> {
  const refused = await listRefusedEmails(tx);
  return refused.some((letter) => letter.id === id) && (await dismissFailedMail(tx, id));
}

const sampleNews: Partial<Record<TicketEmailKind, readonly string[]>> = {
  changed: ['We have exchanged tickets for you. The new ones: 2 Adult for Wednesday 14 April 2027 at 7.30pm.'],
  seats: ['You had C5, C6 on Wednesday 14 April 2027 at 7.30pm. Your seats are D5, D6 now.'],
  refunded: [
    'We’ve asked your bank to refund £5.00 to the card. It usually arrives within ten days.',
    'The reason: the heating failed.',
    'Your tickets stay valid.',
  ],
  cancelled: ['We’ve asked your bank to refund £24.00 to the card. It usually arrives within ten days.'],
  confirm_order: ['We are holding these tickets for you until 7.30pm.'],
  waiting: [
    'Open the page below and press the button to confirm. Until then, free places are offered first to people who have confirmed.',
    'If you didn’t ask for this, ignore this email.',
  ],
  offer: [
    'We are holding them for you until Monday 12 April 2027 at 9pm. Book by then: after that, others can have them.',
  ],
};

/** The links in the samples. Those that end in “…” can't be opened, because they lead to no order or waiting party. */
const sampleLinks: Record<TicketEmailKind, string> = {
  confirm_order: '/tickets/confirm/…',
  not_confirmed: '',
  ...{ confirmation: '/tickets/order/…', changed: '/tickets/order/…', seats: '/tickets/order/…' },
  refunded: '/tickets/order/…',
  ...{ cancelled: '', reminder: '/tickets/order/…', thanks: '/' },
  ...{ waiting: '/tickets/waiting/…', offer: '/tickets/offer/…', offer_over: '/tickets', waiting_over: '/tickets' },
};

/** The kinds of emails to people on the waiting list, who have no tickets yet. */
const waitingListKinds: ReadonlySet<TicketEmailKind> = new Set(['waiting', 'offer', 'offer_over', 'waiting_over']);

/** Builds the previews of all emails, each with a sample text and its switch. */
export async function buildTicketEmailPreviews(
  db: DbReader,
  { home, ...data }: Omit<TicketEmailData, 'link'> & { home: string },
): Promise<TicketEmailPreview[]> {
  const off = await findDisabledEmailKinds(db);
  return ticketEmailKinds.map((kind) => {
    const performances = waitingListKinds.has(kind)
      ? data.performances.map((performance) => ({ ...performance, tickets: '2 places' }))
      : data.performances;
    const { subject, text } = composeTicketEmail(kind, {
      ...{ ...data, performances, news: sampleNews[kind] ?? [] },
      link: sampleLinks[kind] && `${home}${sampleLinks[kind]}`,
    });
    const always = isTicketEmailAlwaysOn(kind);
    return { kind, ...ticketEmailDescriptions[kind], on: always || !off.has(kind), always, subject, text };
  });
}

export function registerTicketEmailCalls(registry: RouteRegistry): void {
  const { call } = registry;

  call(setTicketEmailEnabled, { access: mayUse('bookings') }, switchTicketEmail(registry));
}

const switchTicketEmail =
  ({ db }: Pick<RouteRegistry, 'db'>): CallHandler<typeof setTicketEmailEnabled> =>
  async (request) => {
    const { kind, on } = request.body;
    const { name } = ticketEmailDescriptions[kind];
    if (!on && isTicketEmailAlwaysOn(kind)) {
      refuse(409, `“${name}” is always sent, because people need the link in it to continue.`);
    }
    const entry = {
      ...createAuditContext(request, on ? 'ticket_email.enabled' : 'ticket_email.disabled'),
      detail: name,
    };
    await write(db, async (tx) => {
      await setEmailKindEnabled(tx, kind, on);
      await recordAudit(tx, entry);
    });
    return ok(on ? `“${name}” is switched on.` : `“${name}” is switched off.`);
  };
