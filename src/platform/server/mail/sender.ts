import { z } from 'zod';
import { hour } from '#platform/shared/dates/durations.ts';
import type { Loop } from '../background/loops.ts';
import type { Encryption } from '../crypto/encryption.ts';
import { type Database, write } from '../database/index.ts';
import type { Services } from '../feature/feature.ts';
import { defineJob, type JobHandler } from '../jobs/job-handler.ts';
import { PermanentFailure } from '../jobs/retries.ts';
import { deleteDisusedMailServers, findDisusedMailServerIds } from './mail-server.ts';
import { findStoredMailIds, mailJobKind, restoreMailSecret } from './outbox.ts';
import { findMail } from './queries.ts';
import type { MailTable } from './tables.ts';
import type { Attachment, MailTransport } from './transport.ts';

interface SenderParts {
  db: Database;
  transport: MailTransport;
  /** The encryption with which emails were stored. */
  encryption: Pick<Encryption, 'decrypt'>;
  /** Creates an email's attachments; without this, emails have none. */
  attachmentsOf?: (mail: MailTable) => Promise<readonly Attachment[]>;
}

/**
 * Returns a function that creates an email's attachments with the help of the feature that contributes this kind of
 * attachments.
 */
export const createAttachmentLoader =
  (services: Services): NonNullable<SenderParts['attachmentsOf']> =>
  async ({ attached_kind: kind, attached_id: id }) => {
    if (kind === '') return [];
    const maker = services.all('mailAttachments').find((one) => one.kind === kind);
    if (!maker) throw new Error(`No attachment provider is registered for “${kind}”.`);
    return maker.make(services, id);
  };

/** The error code for an email that can't be decrypted, because the data key was replaced. */
const unreadable = 'ESEALED';

/**
 * Defines the job that sends an email. If a process dies after the mail server has accepted the email but before that
 * is recorded, the email is sent again under the same Message-ID, by which mail programs recognise the copy. An attempt
 * that fails is repeated after the delays of all jobs (`retryDelaysInMinutes` in `jobs/retries.ts`).
 */
export const defineSendMailJob = ({
  db,
  transport,
  encryption,
  attachmentsOf = async () => [],
}: SenderParts): JobHandler =>
  defineJob(
    { kind: mailJobKind, name: 'Sending emails', jobsStay: true, payload: z.object({}) },
    async ({ key: id }) => {
      const mail = await findMail(db.read, id);
      // The email was deleted in the meantime
      if (!mail) return undefined;
      const whole = restoreMailSecret(mail, encryption);
      if (!whole) throw new PermanentFailure(unreadable);
      const current = (await transport.current?.(mail.server_id ?? undefined)) ?? transport;
      await current.send(whole, await attachmentsOf(mail));
      return async (tx) => {
        await tx
          .updateTable('mail')
          .set({ secret: '', kept: current.to === 'server' ? 0 : 1 })
          .where('id', '=', id)
          .execute();
      };
    },
  );

/**
 * Defines the loop that deletes replaced mail servers and their passwords within an hour after the last email has been
 * sent through them.
 */
export const defineMailServerCleanupLoop = ({ db }: Pick<SenderParts, 'db'>): Loop => ({
  name: 'deleting replaced mail servers',
  everyMs: hour,
  run: async () => {
    if ((await findDisusedMailServerIds(db.read)).length > 0) await write(db, deleteDisusedMailServers);
  },
});

/**
 * Defines the loop that deletes email files within an hour after their links expire, or after the emails are deleted
 * from the mail log. It runs in each process, because the folder is local.
 */
export const defineMailSweepLoop = ({
  db,
  transport,
  clock,
}: Pick<SenderParts, 'db' | 'transport'> & { clock: () => Date }): Loop => ({
  name: 'deleting expired stored emails',
  everyMs: hour,
  run: async () => transport.sweep?.(clock(), (ids) => findStoredMailIds(db.read, ids)),
});
