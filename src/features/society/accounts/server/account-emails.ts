import { type Id, newId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { type EmailContent, type MailSecret, queueEmail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** An email to be queued, with an id that was created outside the transaction. */
export interface OutgoingEmail extends EmailContent {
  id: Id;
  to: string;
  /** The token in the email's link, if the link gives access. */
  secret?: MailSecret | undefined;
  /** The id of a mail server that has just been replaced, and through which this email must still be sent. */
  serverId?: Id | undefined;
}

export const buildOutgoingEmail = (to: string, content: EmailContent, secret?: MailSecret): OutgoingEmail => ({
  ...content,
  id: newId(),
  to,
  secret,
});

/** Queues an email about an account, in the transaction of the change that it reports. */
export async function queueAccountEmail(
  tx: DbTransaction,
  mail: OutgoingEmail,
  { at, siteName }: { at: Instant; siteName: string },
): Promise<void> {
  await queueEmail(tx, { ...mail, idempotencyKey: `account ${mail.id}`, fromName: siteName, at });
}
