import { type Id, newId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { type EmailContent, type MailSecret, queueMail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** A mail to be queued, with its id made outside the write. */
export interface OutgoingEmail extends EmailContent {
  id: Id;
  to: string;
  /** A token in it that gives access, if there is one. */
  secret?: MailSecret | undefined;
}

export const buildEmail = (to: string, letter: EmailContent, secret?: MailSecret): OutgoingEmail => ({
  ...letter,
  id: newId(),
  to,
  secret,
});

/** Queues one of our emails, in the transaction of the change it reports. */
export async function queueAccountEmail(
  tx: DbTransaction,
  mail: OutgoingEmail,
  { at, siteName }: { at: Instant; siteName: string },
): Promise<void> {
  await queueMail(tx, { ...mail, idempotencyKey: `account ${mail.id}`, fromName: siteName, at });
}
