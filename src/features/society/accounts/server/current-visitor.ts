import { type Database, DatabaseFullError, write } from '#platform/server/database/index.ts';
import type { Cookies } from '#platform/server/http/request/cookies.ts';
import { anonymousVisitor, type Visitor } from '#platform/server/http/request/visitor.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { resolvePermissions } from '../roles.ts';
import { findSession, isLastUseStale, recordSessionUse, sessionCookie } from './sessions.ts';
import { listPermissionOverrides } from './store.ts';

/**
 * Resolves the visitor from the session cookie, or from a session id. A visitor whose second factor is pending counts
 * as anonymous.
 */
export async function resolveVisitor({
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
