import type { Encryption } from '#platform/server/crypto/encryption.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { earlier } from '#platform/shared/dates/durations.ts';
import { failureWindowMs, isLockedOut, isSessionExhausted } from '../attempts.ts';
import { parseCode } from '../codes.ts';
import {
  consumeRecoveryCode,
  consumeTotpStep,
  countUnusedRecoveryCodes,
  deleteFailedCodesBefore,
  findTotp,
  listFailedCodesSince,
  recordFailedCode,
} from './code-store.ts';
import { findTotpStep } from './totp.ts';

export const totpEncryptionContext = (userId: Id) => `totp ${userId}`;
const markFor = (userId: Id) => `recovery code ${userId}`;

/** Hashes a recovery code for storage. */
export const hashRecoveryCode = (encryption: Encryption, userId: Id, code: string): string =>
  encryption.hash(code, markFor(userId));

/**
 * The result of an attempt. `wrong`: attempts remain in this session. `spent`: none remain. `wait`: app codes are
 * locked out. `alarming`: this failure started the lock-out.
 */
export type CodeAttempt =
  | { came: 'app' }
  | { came: 'recovery'; left: number }
  | { came: 'wait' }
  | { came: 'wrong' | 'spent'; alarming: boolean };

/** Returns true for letters, or more figures than an app shows: they are meant as a recovery code. */
const isRecovery = (typed: string) => !/^[\s\d]{0,8}$/.test(typed);

/** @throws HttpError if a code was wrong, or has to wait */
export function refuseWrongCode({ came }: CodeAttempt, typed: string): void {
  if (came === 'wait') {
    refuse(429, 'Too many wrong codes. Use a recovery code or a passkey, or wait an hour.');
  }
  if (came === 'wrong') {
    const wrong = isRecovery(typed)
      ? 'That recovery code isn’t right, or has already been used. Check it letter by letter, or use another.'
      : 'That code isn’t right, or has already been used. Wait for the next one and try again.';
    refuse(400, wrong, { otp_code: 'That code isn’t right.' });
  }
}

/**
 * Tries a code as a user's second factor and uses it up, or counts the failure. In one write: of two who send the same
 * code at once one gets in, and nobody gets more attempts than allowed.
 */
export async function verifyCode(
  tx: DbTransaction,
  {
    typed,
    userId,
    sessionId,
    failureId,
    encryption,
    now,
  }: { typed: string; userId: Id; sessionId: Id; failureId: Id; encryption: Encryption; now: Instant },
): Promise<CodeAttempt> {
  const read = parseCode(typed);
  if (read?.kind === 'recovery') {
    const mark = hashRecoveryCode(encryption, userId, read.code);
    if (await consumeRecoveryCode(tx, { userId, mark, now })) {
      return { came: 'recovery', left: await countUnusedRecoveryCodes(tx, userId) };
    }
  }
  const since = earlier(now, failureWindowMs);
  const failures = await listFailedCodesSince(tx, { userId, since });
  if (read?.kind === 'otp') {
    if (isLockedOut(failures, now)) return { came: 'wait' };
    const totp = await findTotp(tx, userId);
    const secret = totp?.enabled_at ? encryption.decrypt(totp.secret, totpEncryptionContext(userId)) : undefined;
    const step = secret === undefined ? undefined : findTotpStep(read.code, secret, now);
    if (step !== undefined && (await consumeTotpStep(tx, { userId, step }))) return { came: 'app' };
  }
  await deleteFailedCodesBefore(tx, since);
  await recordFailedCode(tx, { id: failureId, userId, sessionId, at: now });
  const all = [...failures, { session_id: sessionId, at: now }];
  const alarming = isLockedOut(all, now) && !isLockedOut(failures, now);
  return { came: isSessionExhausted(all, sessionId) ? 'spent' : 'wrong', alarming };
}
