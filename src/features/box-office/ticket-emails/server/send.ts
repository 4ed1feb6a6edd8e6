import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { type NewMail, queueMail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { isAlwaysSent, type TicketEmailKind } from '../ticket-email-kinds.ts';
import { buildEmailKey, findDisabledEmailKinds, recordSentEmail } from './store.ts';
import { renderTicketEmail, type TicketEmailData } from './ticket-email-texts.ts';

/**
 * Queues an email about an order or a waiting party, in the same transaction as the change that it reports. Emails of
 * the same kind with the same `about` are sent only once.
 * @returns false if the email was sent before, there is no address, or this kind is switched off
 */
export async function sendTicketEmail(
  tx: DbTransaction,
  kind: TicketEmailKind,
  {
    orderId,
    email,
    about,
    told,
    attached,
    at,
  }: { orderId: Id; email: string; about: string; told: TicketEmailData; attached?: NewMail['attached']; at: Instant },
): Promise<boolean> {
  if (email === '' || (!isAlwaysSent(kind) && (await findDisabledEmailKinds(tx)).has(kind))) return false;
  if (!(await recordSentEmail(tx, { order_id: orderId, kind, about, at }))) return false;
  const idempotencyKey = buildEmailKey({ order_id: orderId, kind, about });
  const to = { to: email, fromName: told.siteName };
  await queueMail(tx, {
    ...renderTicketEmail(kind, told),
    ...to,
    id: deterministicId(idempotencyKey),
    idempotencyKey,
    attached,
    at,
  });
  return true;
}
