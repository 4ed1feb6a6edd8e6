import { type Database, DatabaseFullError, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Cookies } from '#platform/server/http/request/cookies.ts';
import { type AccessRule, anonymousVisitor, type Visitor } from '#platform/server/http/request/visitor.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { listAssignableRoles, type Permission, type Role, resolvePermissions } from '../roles.ts';
import { findSession, isLastUseStale, recordSessionUse, sessionCookie } from './sessions.ts';
import { listPermissionOverrides } from './store.ts';

/**
 * Refuses a role that this user may not give. Users of Admin Tools without the role admin may only invite and approve
 * members.
 *
 * @param prefix a sentence before the message, which names the person if there are several
 *
 * @throws HttpError 403
 */
export function assertCanAssignRole(by: { role: string }, role: Role, prefix = ''): void {
  if (!listAssignableRoles(by.role).includes(role)) {
    refuse(403, `${prefix}Only somebody with the role Admin can give a role other than Member. Ask an admin to do it.`);
  }
}

export const signedInOnly: AccessRule = { name: 'signed in', members: true, allows: (visitor) => visitor.signedIn };

/** Allows users with at least one of these permissions. */
export const mayUse = (...items: [Permission, ...Permission[]]): AccessRule => ({
  name: items.join(', '),
  members: true,
  allows: (visitor) => items.some((item) => visitor.may[item] === true),
});

/** The refusal for users of Admin Tools without the role admin. */
export const adminRequiredMessage = 'Only somebody with the role Admin can do this. Ask an admin to do it.';

/**
 * Allows users with the role admin who may use Admin Tools. It protects actions that could take over an account, weaken
 * sign-in or reveal emergency contacts, for which the permission `admin` isn't enough (docs/decisions/0101).
 */
export const adminsOnly: AccessRule = {
  name: 'admins',
  members: true,
  allows: (visitor) => visitor.role === 'admin' && visitor.may.admin === true,
  why: (visitor) => (visitor.may.admin === true ? adminRequiredMessage : undefined),
};

const mayWriteForSociety = mayUse('society_write');

/** Allows the show's directors and producers, whose user ids are in `directors`, and users with `shows_write`. */
export const mayManageShow: AccessRule<{ directors: readonly string[] }> = {
  name: 'directors and producers of the show, shows_write',
  members: true,
  allows: (visitor, { directors }) =>
    visitor.signedIn && (visitor.may.shows_write === true || directors.includes(visitor.id)),
};

/** Allows content of a show to those who may manage the show, other content to those who may write for the society. */
export const mayManageContent: AccessRule<{ show_id: string | null; directors: readonly string[] }> = {
  name: 'directors and producers of the show, shows_write; without a show, society_write',
  members: true,
  allows: (visitor, subject) =>
    subject.show_id === null ? mayWriteForSociety.allows(visitor, undefined) : mayManageShow.allows(visitor, subject),
};

/**
 * Resolves the visitor from the session cookie, or from a session id, and records the session's use every few minutes.
 * A visitor whose second factor is pending counts as anonymous.
 */
export async function resolveVisitorAndRecordUse({
  db,
  cookies,
  now,
  session: known,
}: {
  db: Database;
  cookies: Cookies;
  now: Instant;
  session?: string | undefined;
}): Promise<Visitor> {
  const session = await findSession(db.read, known ? { id: known } : cookies.read(sessionCookie), now);
  if (session?.stage !== 'full') return anonymousVisitor;
  if (isLastUseStale(session.last_used_at, now)) {
    // A full disk must not prevent people from reading pages
    await write(db, (tx) => recordSessionUse(tx, session.id, now)).catch(ignoreFullDisk);
  }
  return {
    signedIn: true,
    id: session.user_id,
    role: session.role,
    name: `${session.firstname} ${session.lastname}`.trim(),
    session: session.id,
    authenticatedAt: session.authenticated_at,
    secondFactorAt: session.second_factor_at,
    may: resolvePermissions(session.role, await listPermissionOverrides(db.read, session.user_id)),
  };
}

function ignoreFullDisk(error: unknown): void {
  if (!(error instanceof DatabaseFullError)) throw error;
}
