import type { Insertable } from 'kysely';
import { hashToken } from '#platform/server/crypto/tokens.ts';
import type { DbReader, DbTransaction, Tables } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

type NewRegistration = Insertable<Tables['registration']>;

export async function createRegistration(tx: DbTransaction, registration: NewRegistration): Promise<void> {
  await tx.insertInto('registration').values(registration).execute();
}

export const findRegistration = (db: DbReader, token: string) =>
  db.selectFrom('registration').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst();

/** Finds the latest unconfirmed registration of an address. */
export const findLatestRegistration = (db: DbReader, emailKey: string, now: Instant) =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Marks all registrations of an address as used once it has an account, and clears their password hashes. */
export async function closeRegistrations(tx: DbTransaction, emailKey: string, now: Instant): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ used_at: now, password_hash: '' })
    .where('email_key', '=', emailKey)
    .where('used_at', 'is', null)
    .execute();
}
