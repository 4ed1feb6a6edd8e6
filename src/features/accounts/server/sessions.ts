import type { Reading, Writing } from '../../../platform/server/database/index.ts';
import { type Id, newId } from '../../../platform/server/ids.ts';
import { newToken, tokenHash } from '../../../platform/server/tokens.ts';
import type { Instant } from '../../../platform/shared/dates.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A session ends when it hasn't been used for so long, and in any case after so long. */
const idleLimit = 14 * day;
const absoluteLimit = 60 * day;
/** Between the password and the second factor. */
const halfLimit = 10 * minute;
/** Its last use is noted at most this often: not every look at a page is worth a write. */
const noteEvery = 5 * minute;

export const sessionCookie = 'session';

export const after = (from: Instant, ms: number): Instant => new Date(Date.parse(from) + ms).toISOString();

export interface NewSession {
  id: Id;
  /** What the visitor's cookie holds; only its hash is stored. */
  token: string;
  userId: Id;
  stage: 'full' | 'second_factor';
  device: string;
  address: string;
  at: Instant;
}

/** A session to be, with secrets made outside the write. */
export const sessionFor = (some: Omit<NewSession, 'id' | 'token'>): NewSession => ({
  ...some,
  id: newId(),
  token: newToken(),
});

/** Seconds a browser keeps the cookie of a session. */
export const cookieAge = ({ stage }: Pick<NewSession, 'stage'>): number =>
  (stage === 'full' ? absoluteLimit : halfLimit) / 1000;

/** Begins a session: always a new one at sign-in, so that no cookie from before means anything after. */
export async function startSession(tx: Writing, session: NewSession): Promise<void> {
  const { id, token, userId, stage, device, address, at } = session;
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
      expires_at: after(at, stage === 'full' ? absoluteLimit : halfLimit),
    })
    .execute();
  if (stage === 'full') await tx.updateTable('user').set({ last_signed_in_at: at }).where('id', '=', userId).execute();
}

/**
 * The session of a cookie with its user, while it lasts and the user may sign in. Half a session is also had by those
 * whose account is shut until they are wholly in, since they asked for its erasure.
 */
export async function findSession(db: Reading, token: string, now: Instant) {
  if (token === '') return undefined;
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.id',
      'session.stage',
      'session.last_used_at',
      'user.id as user_id',
      'user.role',
      'user.firstname',
      'user.lastname',
    ])
    .where('session.token_hash', '=', tokenHash(token))
    .where('session.expires_at', '>', now)
    .where('session.last_used_at', '>', after(now, -idleLimit))
    .where((row) => row.or([row('user.status', '=', 'active'), row('session.stage', '=', 'second_factor')]))
    .executeTakeFirst();
}

/** A user's whole sessions that still last, last used first. */
export const lastingSessionsOf = (db: Reading, userId: Id, now: Instant) =>
  db
    .selectFrom('session')
    .select(['id', 'device', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('stage', '=', 'full')
    .where('expires_at', '>', now)
    .where('last_used_at', '>', after(now, -idleLimit))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();

export const isWorthNoting = (lastUsed: Instant, now: Instant): boolean => lastUsed <= after(now, -noteEvery);

/** Notes that a session is in use. */
export async function noteUse(tx: Writing, id: Id, now: Instant): Promise<void> {
  await tx.updateTable('session').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** False when it has ended already. */
export async function endSession(tx: Writing, id: Id): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every session of a user but the one kept; without one, all. */
export async function endOtherSessions(tx: Writing, userId: Id, kept?: Id): Promise<void> {
  const sessions = tx.deleteFrom('session').where('user_id', '=', userId);
  await (kept === undefined ? sessions : sessions.where('id', '<>', kept)).execute();
}
