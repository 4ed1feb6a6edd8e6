import { z } from 'zod';
import { hour } from '#platform/shared/durations.ts';
import type { Loop } from '../background/loops.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Database } from '../database/index.ts';
import { Hopeless, type Work, workOn } from '../jobs/work.ts';
import { mailKind } from './outbox.ts';
import { findMail } from './queries.ts';
import { revealed } from './secret.ts';
import type { MailTransport } from './transport.ts';

interface SenderParts {
  db: Database;
  transport: MailTransport;
  /** The one that mails were encrypted with. */
  sealing: Pick<Encryption, 'open'>;
}

/** Once the SECRET has changed, a mail can't be decrypted, however often it is tried. */
const unreadable = 'ESEALED';

/**
 * Sends a mail. A process that dies after the server accepted it but before we recorded that sends it again, under the
 * same Message-ID, by which mail programs recognise the copy.
 */
export const sendingMail = ({ db, transport, sealing }: SenderParts): Work =>
  workOn({ kind: mailKind, name: 'Sending mail', jobsStay: true, payload: z.object({}) }, async ({ key: id }) => {
    const mail = await findMail(db.read, id);
    // Deleted meanwhile
    if (!mail) return undefined;
    const whole = revealed(mail, sealing);
    if (!whole) throw new Hopeless(unreadable);
    await transport.send(whole);
    return async (tx) => {
      await tx.updateTable('mail').set({ secret: '' }).where('id', '=', id).execute();
    };
  });

/** Deletes stored mails within an hour of their links' end: in each process, since the folder is its machine's. */
export const sweepMailLoop = ({ transport, clock }: { transport: MailTransport; clock: () => Date }): Loop => ({
  name: 'sweeping kept mails',
  everyMs: hour,
  run: async () => transport.sweep?.(clock()),
});
