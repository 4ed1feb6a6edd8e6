import { type Id, idFrom } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import { type NewMail, queueMail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { isAlwaysSent, type LetterKind } from '../letter-kinds.ts';
import { type Told, ticketLetter } from './letter-texts.ts';
import { letterKey, lettersOff, recordLetter } from './store.ts';

/**
 * Sends a letter about an order or a wait, in the transaction of what it reports. The same one, by kind and `about`, is
 * sent once.
 * @returns false where it was sent before, there is no address, or the society doesn't send this kind
 */
export async function sendTicketLetter(
  tx: Writing,
  kind: LetterKind,
  {
    orderId,
    email,
    about,
    told,
    attached,
    at,
  }: { orderId: Id; email: string; about: string; told: Told; attached?: NewMail['attached']; at: Instant },
): Promise<boolean> {
  if (email === '' || (!isAlwaysSent(kind) && (await lettersOff(tx)).has(kind))) return false;
  if (!(await recordLetter(tx, { order_id: orderId, kind, about, at }))) return false;
  const idempotencyKey = letterKey({ order_id: orderId, kind, about });
  const to = { to: email, fromName: told.siteName };
  await queueMail(tx, { ...ticketLetter(kind, told), ...to, id: idFrom(idempotencyKey), idempotencyKey, attached, at });
  return true;
}
