import { recordAudit } from '../../../platform/server/audit/index.ts';
import { write } from '../../../platform/server/database/index.ts';
import { everyone } from '../../../platform/server/http/access.ts';
import { ok } from '../../../platform/server/http/call.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { refuse } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import { SignIn } from '../contract.ts';
import { mayUse } from './access.ts';
import { isPasswordOf } from './hashing.ts';
import { cookieAge, endSession, sessionCookie, sessionFor, startSession } from './sessions.ts';
import { findUserByEmail } from './store.ts';

const noMatch = 'That email and password don’t match. Check both and try again.';
const quietly = { revision: 'none' } as const;

export function accountsCalls({ call, db }: Platform): void {
  call('POST', '/members', { access: everyone, accepts: SignIn }, async ({ body, client, cookies, now }) => {
    const user = await findUserByEmail(db.read, body.email);
    const fits = await isPasswordOf(user?.password_hash ?? '', body.password);
    if (!user || !fits || user.status !== 'active') return refuse(401, noMatch);
    const { device, address } = client;
    const session = sessionFor({ userId: user.id, stage: 'full', device, address, at: now });
    const actor = { id: user.id, name: `${user.firstname} ${user.lastname}` };
    const entry = { id: newId(), at: now, actor, action: 'signed in', subject: user.id, address };
    await write(
      db,
      async (tx) => {
        await startSession(tx, session);
        await recordAudit(tx, entry);
      },
      quietly,
    );
    cookies.set(sessionCookie, session.token, { maxAge: cookieAge(session) });
    return ok('You are signed in.');
  });

  call('POST', '/members/api/logout', { access: mayUse('logout') }, async ({ visitor, cookies }) => {
    await write(db, (tx) => endSession(tx, visitor.session), quietly);
    cookies.clear(sessionCookie);
    return ok('You are signed out.');
  });
}
