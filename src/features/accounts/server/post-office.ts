import type { Writing } from '../../../platform/server/database/index.ts';
import { type Id, newId } from '../../../platform/server/ids.ts';
import { queueMail } from '../../../platform/server/mail/index.ts';
import type { Instant } from '../../../platform/shared/dates.ts';
import type { Written } from '../mails.ts';

/** A mail to be, with its id made outside the write. */
export interface Outgoing extends Written {
  id: Id;
  to: string;
}

export const mailTo = (to: string, letter: Written): Outgoing => ({ ...letter, id: newId(), to });

/** Writes a mail of ours down, in the transaction of what it tells of. */
export async function post(
  tx: Writing,
  { id, to, subject, text, html }: Outgoing,
  { at, siteName }: { at: Instant; siteName: string },
): Promise<void> {
  await queueMail(tx, { id, idempotencyKey: `account ${id}`, to, fromName: siteName, subject, text, html, at });
}
