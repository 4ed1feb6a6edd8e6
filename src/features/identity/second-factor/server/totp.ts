import { Secret, TOTP } from 'otpauth';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';

/** The defaults of RFC 6238. Some apps ignore other values in the QR code. */
const defaults = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** The allowed error of a phone's clock, in steps of thirty seconds in either direction. */
const maxDriftSteps = 1;

/** Generates 160 random bits in base32, as apps read them. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Formats the URI of the QR code, which is also a link that opens an app on a phone. */
export const formatProvisioningUri = (
  secret: string,
  { issuer, account }: { issuer: string; account: string },
): string => new TOTP({ ...defaults, secret: Secret.fromBase32(secret), issuer, label: account }).toString();

/** Finds the time step of a code, within the allowed error of the clock; undefined if the code is wrong. */
export function findTotpStep(code: string, secret: string, now: Instant): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const timestamp = Date.parse(now);
  const totp = new TOTP({ ...defaults, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: maxDriftSteps });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

export const buildTotpEncryptionContext = (userId: Id) => `totp ${userId}`;

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

/**
 * Uses up the code of a time step. Returns false if the code of that step or of a later step was used already, or if
 * codes are off.
 */
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

const setupLifetimeMs = 10 * minute;
/** The maximum number of secrets that are stored and tried for one session; older secrets are dropped. */
const maxSecretsPerSession = 10;

const selectLatestSecrets = (db: DbReader, { sessionId, now }: { sessionId: Id; now: Instant }) =>
  db
    .selectFrom('totp_offer')
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .limit(maxSecretsPerSession);

const setupContext = (sessionId: Id) => `totp offer ${sessionId}`;

/**
 * Creates a secret for setting up an app. The secret is valid in this session for ten minutes. Secrets shown shortly
 * before also stay valid, because the owner may have scanned one of them.
 */
export async function createTotpSetupSecret(
  db: Database,
  encryption: Encryption,
  { visitor, now }: Pick<PageRequest, 'visitor' | 'now'>,
): Promise<string> {
  const secret = generateTotpSecret();
  const row = {
    id: newId(),
    session_id: visitor.session,
    secret: encryption.encrypt(secret, setupContext(visitor.session)),
    expires_at: addMs(now, setupLifetimeMs),
  };
  await write(db, async (tx) => {
    await tx.deleteFrom('totp_offer').where('expires_at', '<=', now).execute();
    await tx.insertInto('totp_offer').values(row).execute();
    const kept = await selectLatestSecrets(tx, { sessionId: visitor.session, now }).select('id').execute();
    const keptIds = kept.map(({ id }) => id);
    await tx
      .deleteFrom('totp_offer')
      .where('session_id', '=', visitor.session)
      .where('id', 'not in', keptIds)
      .execute();
  });
  return secret;
}

/**
 * Searches the secrets shown to this session for the one that generated a code, and returns it with the code's time
 * step; undefined if there is none.
 */
export async function findTotpSetupSecret(
  db: DbReader,
  encryption: Encryption,
  { code, sessionId, now }: { code: string; sessionId: Id; now: Instant },
): Promise<{ secret: string; step: number } | undefined> {
  const rows = await selectLatestSecrets(db, { sessionId, now }).select('secret').execute();
  for (const row of rows) {
    const secret = encryption.decrypt(row.secret, setupContext(sessionId));
    const step = secret === undefined ? undefined : findTotpStep(code, secret, now);
    if (secret !== undefined && step !== undefined) return { secret, step };
  }
  return undefined;
}

/** Deletes the secrets shown to a session, once a secret is in use or the password has changed. */
export async function deleteTotpSetupSecrets(tx: DbTransaction, sessionId: Id): Promise<void> {
  await tx.deleteFrom('totp_offer').where('session_id', '=', sessionId).execute();
}
