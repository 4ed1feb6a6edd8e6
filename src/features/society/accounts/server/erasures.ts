import { recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { ErasureTable } from './tables.ts';

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

/** Builds the response to signing in. `kept` is true if signing in cancelled the erasure of the account. */
export const buildSignedInResponse = ({ kept }: { kept: boolean }) =>
  kept
    ? ok('You’re signed in. Your account was due to be erased; that’s been cancelled and you keep your account.', {
        kept,
      })
    : ok('You’re signed in.');
