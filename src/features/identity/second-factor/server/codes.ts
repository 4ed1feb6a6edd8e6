import type { Encryption } from '#platform/server/crypto/encryption.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { parseSecondFactorCode } from '../codes.ts';
import { buildTotpEncryptionContext, consumeTotpStep, findTotp, findTotpStep } from './totp.ts';

const recoveryCodeContext = (userId: Id) => `recovery code ${userId}`;

export const hashRecoveryCode = (encryption: Encryption, userId: Id, code: string): string =>
  encryption.hash(code, recoveryCodeContext(userId));

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
async function consumeRecoveryCode(
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

/** Failed attempts older than this don't count. */
const failureWindowMs = day;

/** After this many wrong codes the session ends, and the password has to be entered again. */
const maxFailuresPerSession = 5;

interface FailedAttempt {
  session_id: string;
  at: Instant;
}

const countWithin = (failures: readonly FailedAttempt[], now: Instant, ms: number) =>
  failures.filter(({ at }) => Date.parse(at) > Date.parse(now) - ms).length;

/**
 * Returns the maximum time for which app codes are refused: a day if thirty wrong codes were entered within a day, an
 * hour if ten were entered within an hour; undefined if app codes are accepted. Recovery codes and passkeys can't be
 * guessed, so they stay available: an attacker can't lock the owner out.
 */
export const findLockout = (failures: readonly FailedAttempt[], now: Instant): 'an hour' | 'a day' | undefined =>
  countWithin(failures, now, day) >= 30 ? 'a day' : countWithin(failures, now, hour) >= 10 ? 'an hour' : undefined;

export const hasSessionUsedUpAttempts = (failures: readonly FailedAttempt[], sessionId: string): boolean =>
  failures.filter(({ session_id }) => session_id === sessionId).length >= maxFailuresPerSession;

async function recordWrongCode(
  tx: DbTransaction,
  failure: { id: Id; userId: Id; sessionId: Id; at: Instant },
): Promise<void> {
  const { id, userId, sessionId, at } = failure;
  await tx.insertInto('wrong_code').values({ id, user_id: userId, session_id: sessionId, at }).execute();
}

const listWrongCodesSince = (db: DbReader, { userId, since }: { userId: Id; since: Instant }) =>
  db
    .selectFrom('wrong_code')
    .select(['session_id', 'at'])
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .execute();

async function deleteWrongCodesBefore(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('wrong_code').where('at', '<=', before).execute();
}

/**
 * The outcome of an attempt: a correct code from the app, or a recovery code (`left` remain unused). `locked out`: app
 * codes aren't accepted for now. `wrong`: more attempts are possible in this session. `exhausted`: no more attempts are
 * possible. `startsLockout` is true if this failure begins the lock-out of app codes.
 */
export type CodeOutcome =
  | { outcome: 'app' }
  | { outcome: 'recovery'; left: number }
  | { outcome: 'locked out'; lockout: 'an hour' | 'a day' }
  | { outcome: 'wrong' | 'exhausted'; startsLockout: boolean };

/**
 * Returns true if the text was probably meant to be a recovery code: it has letters, or is longer than an app's code
 * with blanks.
 */
const looksLikeRecoveryCode = (typed: string) => !/^[\s\d]{0,8}$/.test(typed);

/**
 * Refuses a code that wasn't accepted; does nothing if it was accepted. The caller handles `exhausted`.
 *
 * @throws HttpError 400 for `wrong`, and 429 for `locked out`
 */
export function refuseIfWrongOrLockedOut(result: CodeOutcome, typed: string): void {
  if (result.outcome === 'locked out') {
    refuse(429, `Too many wrong codes. Use a recovery code or a passkey, or wait ${result.lockout}.`);
  }
  if (result.outcome === 'wrong') {
    const message = looksLikeRecoveryCode(typed)
      ? 'That recovery code isn’t right, or has already been used. Check it letter by letter, or use another.'
      : 'That code isn’t right, or has already been used. Wait for the next one and try again.';
    refuse(400, message, { otp_code: 'That code isn’t right.' });
  }
}

/**
 * Verifies a code as a user's second factor and uses it up, or counts the failure. This happens in one transaction, so
 * that concurrent requests can't use a code twice or exceed the limits.
 */
export async function consumeSecondFactorCode(
  tx: DbTransaction,
  attempt: { typed: string; userId: Id; sessionId: Id; failureId: Id; encryption: Encryption; now: Instant },
): Promise<CodeOutcome> {
  const { typed, userId, sessionId, failureId, encryption, now } = attempt;
  const parsed = parseSecondFactorCode(typed);
  if (parsed?.kind === 'recovery') {
    const mark = hashRecoveryCode(encryption, userId, parsed.code);
    if (await consumeRecoveryCode(tx, { userId, mark, now })) {
      return { outcome: 'recovery', left: await countUnusedRecoveryCodes(tx, userId) };
    }
  }
  const since = subtractMs(now, failureWindowMs);
  const failures = await listWrongCodesSince(tx, { userId, since });
  if (parsed?.kind === 'otp') {
    const lockout = findLockout(failures, now);
    if (lockout) return { outcome: 'locked out', lockout };
    const totp = await findTotp(tx, userId);
    const secret = totp?.enabled_at ? encryption.decrypt(totp.secret, buildTotpEncryptionContext(userId)) : undefined;
    const step = secret === undefined ? undefined : findTotpStep(parsed.code, secret, now);
    if (step !== undefined && (await consumeTotpStep(tx, { userId, step }))) return { outcome: 'app' };
  }
  await deleteWrongCodesBefore(tx, since);
  await recordWrongCode(tx, { id: failureId, userId, sessionId, at: now });
  const all = [...failures, { session_id: sessionId, at: now }];
  const startsLockout = findLockout(failures, now) === undefined && findLockout(all, now) !== undefined;
  return { outcome: hasSessionUsedUpAttempts(all, sessionId) ? 'exhausted' : 'wrong', startsLockout };
}
