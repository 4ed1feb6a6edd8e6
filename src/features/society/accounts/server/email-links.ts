import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { newToken, tokenHash } from '#platform/server/crypto/tokens.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, later } from '#platform/shared/dates/durations.ts';

const twoDays = 2 * day;

/** Builds a single-use link that changes an account's address. Call outside the transaction. */
export function newEmailChangeLink(userId: Id, email: string, now: Instant) {
  const token = newToken();
  const row = {
    id: newId(),
    token_hash: tokenHash(token),
    purpose: 'confirm' as const,
    user_id: userId,
    email,
    created_at: now,
    expires_at: later(now, twoDays),
    used_at: null,
  };
  return { token, row, path: `/members/email/${token}` };
}

/** Stores a link, and replaces those asked for before. */
export async function createEmailChangeLink(
  tx: DbTransaction,
  row: ReturnType<typeof newEmailChangeLink>['row'],
): Promise<void> {
  await deleteEmailChangeLinks(tx, row.user_id);
  await tx.insertInto('single_use_link').values(row).execute();
}

export const findEmailChangeLink = (db: DbReader, token: string) =>
  db
    .selectFrom('single_use_link')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', 'confirm')
    .executeTakeFirst();

/** Deletes any pending change of address. */
export async function deleteEmailChangeLinks(tx: DbTransaction, userId: Id): Promise<void> {
  await tx
    .deleteFrom('single_use_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'confirm')
    .where('used_at', 'is', null)
    .execute();
}
