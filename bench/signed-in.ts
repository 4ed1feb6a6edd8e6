import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Factories } from '#tests/support/society/factories.ts';

/** Creates a session of a user, and returns its cookie. */
export async function createSessionCookie(db: Database, userId: string): Promise<string> {
  const session = buildSession({ userId, stage: 'full', device: '', address: '', at: new Date().toISOString() });
  await write(db, (tx) => createSession(tx, session));
  return `${sessionCookie}=${session.token}`;
}

/** Creates an admin with a session, and lets admins sign in without a second factor. Returns the session's cookie. */
export async function createAdminCookie(a: Factories, db: Database): Promise<string> {
  await a.settings({ secondFactorRequired: '0' });
  return createSessionCookie(db, (await a.user({ role: 'admin' })).id);
}
