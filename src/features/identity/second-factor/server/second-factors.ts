import { type Expression, type SqlBool, sql } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { AuthenticationRequired } from '#platform/server/http/errors/http-error.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { isRecent } from '#platform/server/http/routes/reauthentication.ts';

/** Finds which second factors a user has. */
export async function findSecondFactors(db: Reading, userId: Id): Promise<{ codes: boolean; passkeys: boolean }> {
  const totp = await db
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  const passkey = await db.selectFrom('passkey').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return { codes: totp !== undefined, passkeys: passkey !== undefined };
}

/** Returns true if signing in takes more than the password. */
export async function hasSecondFactor(db: Reading, userId: Id): Promise<boolean> {
  const { codes, passkeys } = await findSecondFactors(db, userId);
  return codes || passkeys;
}

/** Finds those of these users, or of all, who have a second factor. */
export async function findUsersWithSecondFactor(db: Reading, users?: readonly Id[]): Promise<Set<Id>> {
  if (users?.length === 0) return new Set();
  const codes = db.selectFrom('totp').select('user_id').where('enabled_at', 'is not', null);
  const keys = db.selectFrom('passkey').select('user_id').distinct();
  const rows = await Promise.all([
    (users ? codes.where('user_id', 'in', users) : codes).execute(),
    (users ? keys.where('user_id', 'in', users) : keys).execute(),
  ]);
  return new Set(rows.flat().map(({ user_id }) => user_id));
}

/** A subquery on the column of the user's id: true if the user has a second factor. */
export const hasSecondFactorSql = (userId: Expression<Id>) =>
  sql<SqlBool>`(exists (select 1 from totp where totp.user_id = ${userId} and totp.enabled_at is not null)
    or exists (select 1 from passkey where passkey.user_id = ${userId}))`;

/**
 * A user with a second factor must show it to change anything about it, their password or their address: otherwise the
 * password and a device left signed in would be enough to reduce two factors to one, or to take the account over.
 * @throws AuthenticationRequired if they haven't shown it recently
 */
export async function requireRecentSecondFactor(
  db: Reading,
  { visitor, now }: Pick<PageRequest, 'visitor' | 'now'>,
): Promise<void> {
  if (isRecent(visitor.secondFactorAt, now)) return;
  if (await hasSecondFactor(db, visitor.id)) throw new AuthenticationRequired('second_factor');
}
