import type { ExpressionBuilder } from 'kysely';
import { type AuditAction, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import {
  type Database,
  type DbReader,
  type DbTransaction,
  type Tables,
  write,
} from '#platform/server/database/index.ts';
import { AuthenticationRequiredError } from '#platform/server/http/errors/http-error.ts';
import type { Cookies } from '#platform/server/http/request/cookies.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, day, hour, minute, subtractMs } from '#platform/shared/dates/durations.ts';
import {
  createKnownDevice,
  findKnownDeviceTokenHash,
  generateDeviceToken,
  recordKnownDeviceUse,
  renewDeviceCookie,
  setDeviceCookie,
} from './devices.ts';
import { deleteEmailChangeLinks } from './single-use-links.ts';
import { isActiveAccountSql } from './store.ts';

/** The idle timeout of a session. */
const idleTimeoutMs = 14 * day;
/** The idle timeout for users of Admin Tools. It is shorter, because their unattended devices are more dangerous. */
const adminIdleTimeoutMs = 12 * hour;
/** The absolute timeout of a session, even if the session is in use. */
const absoluteTimeoutMs = 60 * day;
/** The timeouts of sessions in milliseconds, for the privacy notice. */
export const sessionTimeoutsMs = {
  idle: idleTimeoutMs,
  idleOfAdmins: adminIdleTimeoutMs,
  most: absoluteTimeoutMs,
} as const;
/** The timeout of a session whose second factor is pending. */
const pendingTimeoutMs = 10 * minute;
/** The last use of a session is recorded at most this often, to save writes. */
const useRecordingIntervalMs = 5 * minute;

export const sessionCookie = 'session';

export interface NewSession {
  id: Id;
  /** The value of the visitor's cookie; only its hash is stored. */
  token: string;
  userId: Id;
  stage: 'full' | 'second_factor';
  /** True if a second factor was verified, with the password or instead of it. */
  secondFactor?: boolean;
  device: string;
  address: string;
  at: Instant;
}

/** Creates the data of a session. Its random values are created outside the transaction. */
export const buildSession = (details: Omit<NewSession, 'id' | 'token'>): NewSession => ({
  ...details,
  id: newId(),
  token: newToken(),
});

/** Returns the lifetime of a session's cookie, in seconds. */
export const getSessionCookieMaxAge = ({ stage }: Pick<NewSession, 'stage'>): number =>
  (stage === 'full' ? absoluteTimeoutMs : pendingTimeoutMs) / 1000;

/**
 * Stores a session, deletes all expired ones, and records the sign-in unless the session is pending. Signing in always
 * creates a new session, so that an earlier cookie can't be used afterwards.
 */
export async function createSession(tx: DbTransaction, session: NewSession): Promise<void> {
  const { id, token, userId, stage, secondFactor, device, address, at } = session;
  await tx.deleteFrom('session').where('expires_at', '<=', at).execute();
  await tx
    .insertInto('session')
    .values({
      id,
      token_hash: hashToken(token),
      user_id: userId,
      stage,
      device: device.slice(0, 300),
      address,
      created_at: at,
      last_used_at: at,
      authenticated_at: at,
      second_factor_at: secondFactor ? at : '',
      expires_at: addMs(at, stage === 'full' ? absoluteTimeoutMs : pendingTimeoutMs),
    })
    .execute();
  if (stage === 'full') await tx.updateTable('user').set({ last_signed_in_at: at }).where('id', '=', userId).execute();
}

/** Creates the data that renews a session after re-authentication, with a new token. Call outside the transaction. */
export const buildSessionRenewal = (id: Id, at: Instant, by: 'password' | 'second factor' | 'both' = 'password') => ({
  id,
  token: newToken(),
  at,
  by,
});

/**
 * Replaces a session's token, so that a stolen token can't be used any more, and records the re-authentication.
 *
 * @throws AuthenticationRequiredError if the session has ended since the request was admitted
 */
export async function renewSession(
  tx: DbTransaction,
  { id, token, at, by }: ReturnType<typeof buildSessionRenewal>,
): Promise<void> {
  const renewed = {
    token_hash: hashToken(token),
    ...(by === 'second factor' ? {} : { authenticated_at: at }),
    ...(by === 'password' ? {} : { second_factor_at: at }),
  };
  const { numUpdatedRows } = await tx.updateTable('session').set(renewed).where('id', '=', id).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AuthenticationRequiredError('sign_in');
}

/**
 * Refuses a request whose session has ended since the request was admitted. Call this in transactions that change
 * credentials or permissions, or that follow minutes of work. Otherwise a user whose access was just revoked could
 * still succeed with a request sent earlier.
 *
 * @throws AuthenticationRequiredError if the session has ended since the request was admitted
 */
export async function requireSession(
  tx: DbTransaction,
  { id, session }: Pick<Visitor, 'id' | 'session'>,
): Promise<void> {
  if (!(await hasSession(tx, session, id))) throw new AuthenticationRequiredError('sign_in');
}

export const setSessionCookie = (cookies: Cookies, { token }: { token: string }): void =>
  cookies.set(sessionCookie, token, { maxAge: getSessionCookieMaxAge({ stage: 'full' }) });

/** Ends the session with this token, which a browser had before it signed in again. Does nothing for "". */
export async function endSessionByToken(tx: DbTransaction, token: string): Promise<void> {
  if (token !== '') await tx.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
}

type WithUsers = ExpressionBuilder<Tables, 'session' | 'user'>;

/** SQL: true if the role or an override allows Admin Tools. An override that forbids them to an admin is ignored. */
const mayUseAdminTools = (row: WithUsers) =>
  row.or([
    row('user.role', '=', 'admin'),
    row.exists(
      row
        .selectFrom('user_item')
        .select('user_item.item')
        .whereRef('user_item.user_id', '=', 'user.id')
        .where('user_item.item', '=', 'admin')
        .where('user_item.allowed', '=', 1),
    ),
  ]);

/** SQL: true if the session hasn't expired, and was used recently enough. */
const isValidSession = (now: Instant) => (row: WithUsers) =>
  row.and([
    row('session.expires_at', '>', now),
    row('session.last_used_at', '>', subtractMs(now, idleTimeoutMs)),
    row.or([row('session.last_used_at', '>', subtractMs(now, adminIdleTimeoutMs)), row.not(mayUseAdminTools(row))]),
  ]);

/**
 * Finds a valid session by its token or id, with its user, if the account is active. A pending session is found even if
 * the account is disabled, because the owner may be signing in to cancel the account's erasure.
 */
export async function findSession(db: DbReader, which: string | { id: Id }, now: Instant) {
  if (which === '') return undefined;
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.id',
      'session.stage',
      'session.last_used_at',
      'session.authenticated_at',
      'session.second_factor_at',
      'user.id as user_id',
      'user.role',
      'user.firstname',
      'user.lastname',
    ])
    .where((row) =>
      typeof which === 'string' ? row('session.token_hash', '=', hashToken(which)) : row('session.id', '=', which.id),
    )
    .where(isValidSession(now))
    .where((row) => row.or([isActiveAccountSql, row('session.stage', '=', 'second_factor')]))
    .executeTakeFirst();
}

/** Lists a user's valid sessions, most recently used first, without pending sessions. */
export const listActiveSessions = (db: DbReader, userId: Id, now: Instant) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'session.device', 'session.address', 'session.created_at', 'session.last_used_at'])
    .where('session.user_id', '=', userId)
    .where('session.stage', '=', 'full')
    .where(isValidSession(now))
    .orderBy('session.last_used_at', 'desc')
    .orderBy('session.id')
    .execute();

export const isLastUseStale = (lastUsed: Instant, now: Instant): boolean =>
  lastUsed <= subtractMs(now, useRecordingIntervalMs);

export async function recordSessionUse(tx: DbTransaction, id: Id, now: Instant): Promise<void> {
  await tx.updateTable('session').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Ends a session. Returns false if it has already ended. */
export async function endSession(tx: DbTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends every session of a user, except for `except` if given. Also deletes pending changes of the email address, which
 * may have been requested in one of these sessions.
 */
export async function endUserSessionsAndEmailChanges(tx: DbTransaction, userId: Id, except?: Id): Promise<void> {
  await deleteEmailChangeLinks(tx, userId);
  const sessions = tx.deleteFrom('session').where('user_id', '=', userId);
  await (except === undefined ? sessions : sessions.where('id', '<>', except)).execute();
}

export async function endEverySession(tx: DbTransaction): Promise<void> {
  await tx.deleteFrom('session').execute();
}

/** Returns true if a session still exists; with `userId`, only if the session belongs to that user. */
export async function hasSession(db: DbReader, id: Id, userId?: Id): Promise<boolean> {
  const session = db.selectFrom('session').select('id').where('id', '=', id);
  const found = await (userId === undefined ? session : session.where('user_id', '=', userId)).executeTakeFirst();
  return found !== undefined;
}

/**
 * Signs a user in: creates a session and remembers the device. If a second factor is required, the session stays
 * pending until the second factor is verified.
 */
export async function signInUser(
  db: Database,
  {
    user,
    visit,
    stage,
    secondFactor = false,
    before,
  }: {
    user: { id: Id; firstname: string; lastname: string };
    visit: Pick<PageRequest, 'cookies' | 'client' | 'now'>;
    stage: 'full' | 'second_factor';
    /** True if a second factor was verified. */
    secondFactor?: boolean;
    /** Runs first, in the same transaction. */
    before?: (tx: DbTransaction) => Promise<void>;
  },
): Promise<void> {
  const { cookies, client, now } = visit;
  const { device: browser, notedAddress: address } = client;
  const session = buildSession({ userId: user.id, stage, secondFactor, device: browser, address, at: now });
  const previousToken = cookies.read(sessionCookie);
  const deviceToken = generateDeviceToken();
  const known = await findKnownDeviceTokenHash(db.read, cookies, user.id);
  const actor = { id: user.id, name: `${user.firstname} ${user.lastname}` };
  const action: AuditAction = stage === 'full' ? 'account.signed_in' : 'account.password_accepted';
  const entry = { id: newId(), at: now, actor, action, subject: user.id, address: client.notedAddress };
  await write(db, async (tx) => {
    await before?.(tx);
    await endSessionByToken(tx, previousToken);
    await createSession(tx, session);
    if (known) await recordKnownDeviceUse(tx, known, now);
    else await createKnownDevice(tx, { userId: user.id, token: deviceToken, at: now });
    await recordAudit(tx, entry);
  });
  cookies.set(sessionCookie, session.token, { maxAge: getSessionCookieMaxAge(session) });
  if (known) await renewDeviceCookie(db.read, cookies, known);
  else await setDeviceCookie(db.read, cookies, deviceToken);
}

/** Builds the response to signing in. `kept` is true if signing in cancelled the erasure of the account. */
export const buildSignedInResponse = ({ kept }: { kept: boolean }) =>
  kept
    ? ok('You’re signed in. Your account was due to be erased; that’s been cancelled and you keep your account.', {
        kept,
      })
    : ok('You’re signed in.');
