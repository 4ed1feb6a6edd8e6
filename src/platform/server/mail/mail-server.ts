import type { Id } from '../crypto/ids.ts';
import type { DbReader, DbTransaction } from '../database/index.ts';
import { selectJobsOfKind } from '../jobs/job-store.ts';
import { mailJobKind } from './outbox.ts';
import type { MailServerTable } from './tables.ts';

/** The encryption of the connection to a mail server; `optional` encrypts only if the server offers it. */
type MailEncryption = 'tls' | 'starttls' | 'optional';

/** The mail server that admins have entered. */
export interface MailServer {
  id: Id;
  host: string;
  port: number;
  encryption: MailEncryption;
  /** The user name; "" for a server that needs none. */
  user: string;
  /** The encrypted password; "" without a user. */
  password: string;
  /** The address from which emails are sent. */
  sender: string;
}

/**
 * Returns the text that binds an encrypted password to its server: moved to another row, the password can't be
 * decrypted.
 */
export const buildMailPasswordContext = (id: Id) => `password of mail server ${id}`;

const columns = ['id', 'host', 'port', 'encryption', 'user', 'password', 'sender'] as const;

/** Finds the mail server in use; undefined if there is none. */
export const findMailServer = (db: DbReader): Promise<MailServer | undefined> =>
  db.selectFrom('mail_server').select(columns).where('in_use', '=', 1).executeTakeFirst();

/** Finds the replaced server through which an email must still be sent; undefined if it has been deleted. */
export const findMailServerById = (db: DbReader, id: Id): Promise<MailServer | undefined> =>
  db.selectFrom('mail_server').select(columns).where('id', '=', id).executeTakeFirst();

/**
 * Puts a mail server in use in place of the earlier one. The earlier one is stored until the emails that must be sent
 * through it have been sent. Without `server`, none is in use.
 */
export async function replaceMailServer(tx: DbTransaction, server: MailServer | undefined): Promise<void> {
  await tx.updateTable('mail_server').set({ in_use: 0 }).where('in_use', '=', 1).execute();
  const row: MailServerTable | undefined = server && { ...server, in_use: 1 };
  if (row) await tx.insertInto('mail_server').values(row).execute();
}

const selectDisused = (db: DbReader) =>
  db
    .selectFrom('mail_server')
    .select('mail_server.id')
    .where('in_use', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail')
            .innerJoin(selectJobsOfKind(db, mailJobKind).as('job'), 'job.key', 'mail.id')
            .select('mail.id')
            .whereRef('mail.server_id', '=', 'mail_server.id')
            .where('job.status', '=', 'waiting'),
        ),
      ),
    );

/** Finds the replaced servers through which no more emails have to be sent. */
export const findDisusedMailServerIds = async (db: DbReader): Promise<Id[]> =>
  (await selectDisused(db).execute()).map(({ id }) => id);

/** Deletes the replaced servers through which no more emails have to be sent, with their passwords. */
export async function deleteDisusedMailServers(tx: DbTransaction): Promise<void> {
  const ids = await findDisusedMailServerIds(tx);
  if (ids.length > 0) await tx.deleteFrom('mail_server').where('id', 'in', ids).execute();
}
