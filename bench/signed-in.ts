import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Factories } from '#tests/support/society/factories.ts';

/** Returns the cookie of a browser that is signed in as this user. */
export async function cookieOf(db: Database, userId: string): Promise<string> {
  const session = buildSession({ userId, stage: 'full', device: '', address: '', at: new Date().toISOString() });
  await write(db, (tx) => createSession(tx, session));
  return `${sessionCookie}=${session.token}`;
}

/** Returns the cookie of a signed-in admin who needs no second factor. */
export async function adminCookie(a: Factories, db: Database): Promise<string> {
  await a.settings({ secondFactorRequired: '0' });
  return cookieOf(db, (await a.user({ role: 'admin' })).id);
}
