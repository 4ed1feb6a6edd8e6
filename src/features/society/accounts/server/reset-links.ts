import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { newToken, tokenHash } from '#platform/server/crypto/tokens.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, later, minute } from '#platform/shared/dates/durations.ts';

const halfAnHour = 30 * minute;

/**
 * The time after an admin's change of an address in which no link to a new password goes there: its owner can object
 * first.
 */
export const resetLinkDelay = 3 * day;

/** Returns true if a link to a new password may be mailed to this account's address. */
export const mayMailResetLink = (user: { reset_links_from: string }, now: Instant): boolean =>
  user.reset_links_from <= now;

/** A link that sets a new password once. Made outside the write. */
export function newResetLink(user: { id: Id; email: string }, now: Instant) {
  const token = newToken();
  const row = {
    id: newId(),
    token_hash: tokenHash(token),
    purpose: 'reset' as const,
    user_id: user.id,
    email: user.email,
    created_at: now,
    expires_at: later(now, halfAnHour),
    used_at: null,
  };
  return { token, row, path: `/members/reset/${token}` };
}

export async function createResetLink(tx: DbTransaction, row: ReturnType<typeof newResetLink>['row']): Promise<void> {
  await tx.insertInto('single_use_link').values(row).execute();
}

export const findResetLink = (db: DbReader, token: string) =>
  db
    .selectFrom('single_use_link')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', 'reset')
    .executeTakeFirst();

/** Consumes a link and invalidates the user's other links. False when it was no longer valid. */
export async function consumeResetLink(
  tx: DbTransaction,
  link: { id: Id; user_id: Id },
  now: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('single_use_link')
    .set({ used_at: now })
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await invalidateSingleUseLinks(tx, link.user_id, now);
  return true;
}

/** Deletes the single-use links of all users. */
export async function deleteAllSingleUseLinks(tx: DbTransaction): Promise<void> {
  await tx.deleteFrom('single_use_link').execute();
}

/** Makes every link that was asked for before useless, for passwords and for addresses. */
export async function invalidateSingleUseLinks(tx: DbTransaction, userId: Id, now: Instant): Promise<void> {
  await tx
    .updateTable('single_use_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['reset', 'confirm'])
    .where('used_at', 'is', null)
    .execute();
}
