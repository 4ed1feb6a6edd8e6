import type { ExpressionBuilder } from 'kysely';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { newToken, tokenHash } from '#platform/server/crypto/tokens.ts';
import type { DbReader, DbTransaction, Tables } from '#platform/server/database/index.ts';
import { AuthenticationRequired } from '#platform/server/http/errors/http-error.ts';
import type { Cookies } from '#platform/server/http/request/cookies.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, earlier, hour, later, minute } from '#platform/shared/dates/durations.ts';
import { deleteEmailChangeLinks } from './email-links.ts';
import { isActiveAccountSql } from './store.ts';

/** Idle and absolute session timeouts. */
const idleLimit = 14 * day;
/** Idle timeout for users of Admin Tools: an unattended device must not stay signed in for a fortnight. */
const adminIdleLimit = 12 * hour;
const absoluteLimit = 60 * day;
/** The limits of sessions, for texts that name them. */
export const sessionLimitsMs = { idle: idleLimit, idleOfAdmins: adminIdleLimit, most: absoluteLimit } as const;
/** Timeout of a session whose second factor is pending. */
const halfLimit = 10 * minute;
/** Its last use is recorded at most this often: not every page view is worth a write. */
const noteEvery = 5 * minute;

export const sessionCookie = 'session';

export interface NewSession {
  id: Id;
  /** The value of the visitor's cookie; only its hash is stored. */
  token: string;
  userId: Id;
  stage: 'full' | 'second_factor';
  /** True if a second factor was shown, with the password or instead of it. */
  secondFactor?: boolean;
  device: string;
  address: string;
  at: Instant;
}

/** A new session, with secrets made outside the write. */
export const newSession = (some: Omit<NewSession, 'id' | 'token'>): NewSession => ({
  ...some,
  id: newId(),
  token: newToken(),
});

/** The seconds for which a browser keeps the cookie of a session. */
export const cookieAge = ({ stage }: Pick<NewSession, 'stage'>): number =>
  (stage === 'full' ? absoluteLimit : halfLimit) / 1000;

/** Begins a session: always a new one at sign-in, so that an earlier cookie is worth nothing afterwards. */
export async function createSession(tx: DbTransaction, session: NewSession): Promise<void> {
  const { id, token, userId, stage, secondFactor, device, address, at } = session;
  await tx.deleteFrom('session').where('expires_at', '<=', at).execute();
  await tx
    .insertInto('session')
    .values({
      id,
      token_hash: tokenHash(token),
      user_id: userId,
      stage,
      device: device.slice(0, 300),
      address,
      created_at: at,
      last_used_at: at,
      authenticated_at: at,
      second_factor_at: secondFactor ? at : '',
      expires_at: later(at, stage === 'full' ? absoluteLimit : halfLimit),
    })
    .execute();
  if (stage === 'full') await tx.updateTable('user').set({ last_signed_in_at: at }).where('id', '=', userId).execute();
}

/** The data to renew a session after re-authentication, with a fresh token. Build it outside the transaction. */
export const newSessionRenewal = (id: Id, at: Instant, by: 'password' | 'second factor' | 'both' = 'password') => ({
  id,
  token: newToken(),
  at,
  by,
});

/**
 * Replaces a session's token, so that a stolen one is worth nothing.
 *
 * @throws AuthenticationRequired if it has ended since its owner was admitted
 */
export async function renewSession(
  tx: DbTransaction,
  { id, token, at, by }: ReturnType<typeof newSessionRenewal>,
): Promise<void> {
  const renewed = {
    token_hash: tokenHash(token),
    ...(by === 'second factor' ? {} : { authenticated_at: at }),
    ...(by === 'password' ? {} : { second_factor_at: at }),
  };
  const { numUpdatedRows } = await tx.updateTable('session').set(renewed).where('id', '=', id).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AuthenticationRequired('sign_in');
}

/**
 * Call in writes that change credentials or permissions, or that follow minutes of work: a user whose access has just
 * been revoked must not succeed with a request sent earlier.
 *
 * @throws AuthenticationRequired if the visitor's session has ended since they were admitted
 */
export async function requireSession(
  tx: DbTransaction,
  { id, session }: Pick<Visitor, 'id' | 'session'>,
): Promise<void> {
  if (!(await hasSession(tx, session, id))) throw new AuthenticationRequired('sign_in');
}

/** Sends the browser the new token. */
export const setSessionCookie = (cookies: Cookies, { token }: { token: string }): void =>
  cookies.set(sessionCookie, token, { maxAge: cookieAge({ stage: 'full' }) });

/** Ends the session that a browser brings to its sign-in, since a browser has only one. */
export async function endSessionByToken(tx: DbTransaction, token: string): Promise<void> {
  if (token !== '') await tx.deleteFrom('session').where('token_hash', '=', tokenHash(token)).execute();
}

type WithUsers = ExpressionBuilder<Tables, 'session' | 'user'>;

/** SQL: the user may use Admin Tools, by role or by override. */
const isAdmins = (row: WithUsers) =>
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

/** Not ended, and used recently enough. */
const lasting = (now: Instant) => (row: WithUsers) =>
  row.and([
    row('session.expires_at', '>', now),
    row('session.last_used_at', '>', earlier(now, idleLimit)),
    row.or([row('session.last_used_at', '>', earlier(now, adminIdleLimit)), row.not(isAdmins(row))]),
  ]);

/**
 * Finds the session of a cookie, or of an id, with its user, while it lasts and the user may sign in. A pending session
 * also works for an account disabled by its owner's request for erasure, until they are fully signed in.
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
      typeof which === 'string' ? row('session.token_hash', '=', tokenHash(which)) : row('session.id', '=', which.id),
    )
    .where(lasting(now))
    .where((row) => row.or([isActiveAccountSql, row('session.stage', '=', 'second_factor')]))
    .executeTakeFirst();
}

/** A user's valid whole sessions, last used first. */
export const listActiveSessions = (db: DbReader, userId: Id, now: Instant) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'session.device', 'session.address', 'session.created_at', 'session.last_used_at'])
    .where('session.user_id', '=', userId)
    .where('session.stage', '=', 'full')
    .where(lasting(now))
    .orderBy('session.last_used_at', 'desc')
    .orderBy('session.id')
    .execute();

export const isLastUseStale = (lastUsed: Instant, now: Instant): boolean => lastUsed <= earlier(now, noteEvery);

/** Records that a session is in use. */
export async function recordSessionUse(tx: DbTransaction, id: Id, now: Instant): Promise<void> {
  await tx.updateTable('session').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** False when it has ended already. */
export async function endSession(tx: DbTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends every session of a user except one; all of them if none is named. Also deletes the link to another address that
 * somebody in one of them may have requested.
 */
export async function endOtherSessions(tx: DbTransaction, userId: Id, except?: Id): Promise<void> {
  await deleteEmailChangeLinks(tx, userId);
  const sessions = tx.deleteFrom('session').where('user_id', '=', userId);
  await (except === undefined ? sessions : sessions.where('id', '<>', except)).execute();
}

/** Signs everybody out. */
export async function endEverySession(tx: DbTransaction): Promise<void> {
  await tx.deleteFrom('session').execute();
}

/** Returns true if a session still exists; with a user, if it is theirs. */
export async function hasSession(db: DbReader, id: Id, userId?: Id): Promise<boolean> {
  const session = db.selectFrom('session').select('id').where('id', '=', id);
  const found = await (userId === undefined ? session : session.where('user_id', '=', userId)).executeTakeFirst();
  return found !== undefined;
}
