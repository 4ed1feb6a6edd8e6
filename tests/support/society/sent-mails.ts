import { createEncryption } from '#platform/server/crypto/encryption.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { restoreMailSecret } from '#platform/server/mail/outbox.ts';
import { dataKey } from '../site/app.ts';

/** Returns the emails of a test's site as their recipients read them, including the links that give access. */
export async function listSentMails(db: DbReader) {
  const mails = await db.selectFrom('mail').selectAll().orderBy('created_at').orderBy('id').execute();
  return mails.map((mail) => restoreMailSecret(mail, createEncryption(dataKey)) ?? mail);
}
