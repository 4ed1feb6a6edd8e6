import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

export const findTotp = (db: DbReader, userId: Id) =>
  db.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Turns on codes from an app. The code of `step` is used up. Returns false if codes were on already. */
export async function enableTotp(
  tx: DbTransaction,
  { userId, secret, step, now }: { userId: Id; secret: string; step: number; now: Instant },
): Promise<boolean> {
  const on = { secret, last_step: step, enabled_at: now };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('totp')
    .values({ user_id: userId, ...on })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(on).where('totp.enabled_at', 'is', null))
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Turns off codes from an app. Returns false if codes were off already. */
export async function disableTotp(tx: DbTransaction, userId: Id): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ secret: '', last_step: 0, enabled_at: null })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up the code of a time step. Returns false if the code of that step or of a later step was used already. */
export async function consumeTotpStep(
  tx: DbTransaction,
  { userId, step }: { userId: Id; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(
  tx: DbTransaction,
  { userId, codes, now }: { userId: Id; codes: readonly { id: Id; mark: string }[]; now: Instant },
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  const rows = codes.map((code) => ({ ...code, user_id: userId, created_at: now, used_at: null }));
  if (rows.length > 0) await tx.insertInto('recovery_code').values(rows).execute();
}

export async function deleteRecoveryCodes(tx: DbTransaction, userId: Id): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

/** Uses up a recovery code. Returns false if there is no such code, or it was used already. */
export async function consumeRecoveryCode(
  tx: DbTransaction,
  { userId, mark, now }: { userId: Id; mark: string; now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('mark', '=', mark)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countUnusedRecoveryCodes(db: DbReader, userId: Id): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((code) => code.fn.countAll().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

export async function recordWrongCode(
  tx: DbTransaction,
  failure: { id: Id; userId: Id; sessionId: Id; at: Instant },
): Promise<void> {
  const { id, userId, sessionId, at } = failure;
  await tx.insertInto('wrong_code').values({ id, user_id: userId, session_id: sessionId, at }).execute();
}

export const listWrongCodesSince = (db: DbReader, { userId, since }: { userId: Id; since: Instant }) =>
  db
    .selectFrom('wrong_code')
    .select(['session_id', 'at'])
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .execute();

export async function deleteWrongCodesBefore(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('wrong_code').where('at', '<=', before).execute();
}
