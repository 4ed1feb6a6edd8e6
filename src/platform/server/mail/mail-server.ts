import type { Id } from '../crypto/ids.ts';
import type { DbReader, DbTransaction } from '../database/index.ts';
import { selectJobs } from '../jobs/job-queries.ts';
import { mailJobKind } from './outbox.ts';
import type { MailServerTable } from './tables.ts';

/** How the connection to a mail server is encrypted; `optional`: only if the server offers it. */
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
  /** The sender's address of emails. */
  sender: string;
}

/** Binds an encrypted password to its server: a password that was moved to another row can't be decrypted. */
export const describeMailPassword = (id: Id) => `password of mail server ${id}`;

const columns = ['id', 'host', 'port', 'encryption', 'user', 'password', 'sender'] as const;

/** Finds the mail server in use; undefined if there is none. */
export const findMailServer = (db: DbReader): Promise<MailServer | undefined> =>
  db.selectFrom('mail_server').select(columns).where('in_use', '=', 1).executeTakeFirst();

/** Finds the server that one email has to leave by; undefined if it has been deleted. */
export const findReplacedMailServer = (db: DbReader, id: Id): Promise<MailServer | undefined> =>
  db.selectFrom('mail_server').select(columns).where('id', '=', id).executeTakeFirst();

/**
 * Puts a mail server in use in place of the earlier one, which stays until the emails that have to leave by it are sent.
 * Without `server`, none is in use.
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
            .innerJoin(selectJobs(db, mailJobKind).as('job'), 'job.key', 'mail.id')
            .select('mail.id')
            .whereRef('mail.server_id', '=', 'mail_server.id')
            .where('job.status', '=', 'waiting'),
        ),
      ),
    );

/** Finds the replaced servers by which no email has to leave any more. */
export const findDisusedMailServers = async (db: DbReader): Promise<Id[]> =>
  (await selectDisused(db).execute()).map(({ id }) => id);

/** Deletes replaced servers, with their passwords. */
export async function deleteDisusedMailServers(tx: DbTransaction): Promise<void> {
  const ids = await findDisusedMailServers(tx);
  if (ids.length > 0) await tx.deleteFrom('mail_server').where('id', 'in', ids).execute();
}
