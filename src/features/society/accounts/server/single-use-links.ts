import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, day, minute } from '#platform/shared/dates/durations.ts';

const emailChangeLifetimeMs = 2 * day;
const resetLinkLifetimeMs = 30 * minute;

/** The lifetime of a link to set a new password, for messages. */
export const resetLinkLifetimeLabel = 'half an hour';

/** Creates the data of a link to `folder` in the members' area, which works once and for `lifetime` milliseconds. */
function buildSingleUseLink<Purpose extends 'confirm' | 'reset'>(
  { purpose, folder, lifetime }: { purpose: Purpose; folder: string; lifetime: number },
  user: { id: Id; email: string },
  now: Instant,
) {
  const token = newToken();
  const row = {
    ...{ id: newId(), token_hash: hashToken(token), purpose, user_id: user.id, email: user.email },
    ...{ created_at: now, expires_at: addMs(now, lifetime), used_at: null },
  };
  return { token, row, path: `/members/${folder}/${token}` };
}

const findSingleUseLink = (db: DbReader, purpose: 'confirm' | 'reset', token: string) =>
  db
    .selectFrom('single_use_link')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** Creates the data of a link that changes an account's address to `email`. Call outside the transaction. */
export const buildEmailChangeLink = (id: Id, email: string, now: Instant) =>
  buildSingleUseLink({ purpose: 'confirm', folder: 'email', lifetime: emailChangeLifetimeMs }, { id, email }, now);

/** Stores a link that changes an account's address, and deletes earlier ones that haven't been used. */
export async function createEmailChangeLink(
  tx: DbTransaction,
  row: ReturnType<typeof buildEmailChangeLink>['row'],
): Promise<void> {
  await deleteEmailChangeLinks(tx, row.user_id);
  await tx.insertInto('single_use_link').values(row).execute();
}

export const findEmailChangeLink = (db: DbReader, token: string) => findSingleUseLink(db, 'confirm', token);

/** Deletes pending changes of an account's address. */
export async function deleteEmailChangeLinks(tx: DbTransaction, userId: Id): Promise<void> {
  await tx
    .deleteFrom('single_use_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'confirm')
    .where('used_at', 'is', null)
    .execute();
}

/**
 * For this time in milliseconds after an admin has changed an account's address, no reset link is emailed to the new
 * address, so that the owner can object.
 */
export const resetLinkDelayMs = 3 * day;

/** Returns true if a reset link may be emailed to the account's address. */
export const mayMailResetLink = (user: { reset_links_from: string }, now: Instant): boolean =>
  user.reset_links_from <= now;

/** Creates the data of a link that sets a new password. Call outside the transaction. */
export const buildResetLink = (user: { id: Id; email: string }, now: Instant) =>
  buildSingleUseLink({ purpose: 'reset', folder: 'reset', lifetime: resetLinkLifetimeMs }, user, now);

export async function createResetLink(tx: DbTransaction, row: ReturnType<typeof buildResetLink>['row']): Promise<void> {
  await tx.insertInto('single_use_link').values(row).execute();
}

export const findResetLink = (db: DbReader, token: string) => findSingleUseLink(db, 'reset', token);

/** Marks a link as used and invalidates the user's other links. Returns false if it is no longer valid. */
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

export async function deleteAllSingleUseLinks(tx: DbTransaction): Promise<void> {
  await tx.deleteFrom('single_use_link').execute();
}

/** Invalidates a user's links that reset the password or change the address. */
export async function invalidateSingleUseLinks(tx: DbTransaction, userId: Id, now: Instant): Promise<void> {
  await tx
    .updateTable('single_use_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['reset', 'confirm'])
    .where('used_at', 'is', null)
    .execute();
}
