import { type SqlBool, sql } from 'kysely';
import { recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { ErasureTable, UserTable } from './tables.ts';

/** Returns true if the account can be used. */
export const isActiveAccount = ({ status }: Pick<UserTable, 'status'>): boolean => status === 'active';

/** SQL, for a query that joins `user`: true if the account is active. */
export const isActiveAccountSql = sql<SqlBool>`${sql.ref('user.status')} = 'active'`;

/** See `resolveSignInStatus`. */
export type SignInStatus = 'open' | 'returning' | 'awaiting' | 'shut';

/**
 * Resolves the effect of signing in to an account. `open`: signs in. `returning`: cancels the pending erasure and signs
 * in. `awaiting`: refused until an admin approves the account. `shut`: refused, because the account is disabled.
 */
export function resolveSignInStatus(
  status: UserTable['status'],
  erasure: { kept_shut: number } | undefined,
): SignInStatus {
  if (isActiveAccount({ status })) return 'open';
  if (status === 'awaiting') return 'awaiting';
  return erasure?.kept_shut === 0 ? 'returning' : 'shut';
}

export const findSignInStatus = async (
  db: DbReader,
  { id, status }: Pick<UserTable, 'id' | 'status'>,
): Promise<SignInStatus> => resolveSignInStatus(status, await findErasure(db, id));

/** Lists users with a confirmed address who await approval, oldest first. */
export const listUsersAwaitingApproval = (db: DbReader) =>
  db
    .selectFrom('user')
    .select(['firstname', 'lastname'])
    .where('status', '=', 'awaiting')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/**
 * Changes a user's status. Returns false if the current status isn't in `from`, because another admin has changed it.
 */
export async function changeAccountStatus(
  tx: DbTransaction,
  { id, from, to, now }: { id: Id; from: readonly UserTable['status'][]; to: UserTable['status']; now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ status: to, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findErasure = (db: DbReader, userId: Id) =>
  db.selectFrom('erasure').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** The kind of the job that erases an account. */
export const erasureJobKind = 'erase-account';

/** Disables the account and queues its erasure for the due date. */
export async function scheduleErasure(tx: DbTransaction, erasure: ErasureTable): Promise<void> {
  const { user_id: _, ...details } = erasure;
  await tx
    .insertInto('erasure')
    .values(erasure)
    // An earlier request that is still stored is replaced
    .onConflict((clash) => clash.column('user_id').doUpdateSet(details))
    .execute();
  const { user_id: user, due_at: due, asked_at: at } = erasure;
  await setStatus(tx, { userId: user, status: 'deactivated', now: at });
  await queueJob(tx, { kind: erasureJobKind, key: `${user} ${due}`, payload: { user }, due, at });
}

/**
 * Stops the owner from cancelling a pending erasure by signing in. Returns false if no erasure is pending, or if its
 * cancellation was blocked before.
 */
export async function blockErasureCancellation(tx: DbTransaction, userId: Id): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('erasure')
    .set({ kept_shut: 1 })
    .where('user_id', '=', userId)
    .where('kept_shut', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const isErasurePending = async (db: DbReader, userId: Id): Promise<boolean> =>
  (await findErasure(db, userId)) !== undefined;

/**
 * Cancels a pending erasure for its owner and reactivates the account. Returns false if none was pending, or if an
 * admin has since disabled the account.
 */
export async function cancelErasure(
  tx: DbTransaction,
  { userId, name, now, auditId }: { userId: Id; name: string; now: Instant; auditId: Id },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('erasure')
    .where('user_id', '=', userId)
    .where('kept_shut', '=', 0)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await setStatus(tx, { userId, status: 'active', now });
  const actor = { id: userId, name };
  await recordAudit(tx, { id: auditId, at: now, actor, action: 'erasure.cancelled', subject: userId });
  return true;
}

async function setStatus(
  tx: DbTransaction,
  { userId, status, now }: { userId: Id; status: 'active' | 'deactivated'; now: Instant },
): Promise<void> {
  await tx.updateTable('user').set({ status, updated_at: now }).where('id', '=', userId).execute();
}

export async function deleteUser(tx: DbTransaction, userId: Id): Promise<void> {
  await tx.deleteFrom('user').where('id', '=', userId).execute();
}

export async function deleteErasure(tx: DbTransaction, userId: Id): Promise<void> {
  await tx.deleteFrom('erasure').where('user_id', '=', userId).execute();
}
