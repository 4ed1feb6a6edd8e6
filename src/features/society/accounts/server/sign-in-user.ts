import { type AuditAction, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  createKnownDevice,
  findKnownDevice,
  generateDeviceToken,
  recordKnownDeviceUse,
  setDeviceCookie,
} from './known-devices.ts';
import { buildSession, createSession, endSessionByToken, getCookieMaxAge, sessionCookie } from './sessions.ts';

/**
 * Signs a user in: creates a session and remembers the device. If a second factor is required, the session stays
 * pending until it is verified.
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
  const known = await findKnownDevice(db.read, cookies, user.id);
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
  cookies.set(sessionCookie, session.token, { maxAge: getCookieMaxAge(session) });
  if (!known) setDeviceCookie(cookies, deviceToken);
}
