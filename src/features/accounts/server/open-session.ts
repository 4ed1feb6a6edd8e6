import { recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type Writing, writeQuietly } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { keepDevice, knownDevice, newDevice, recordDevice } from './known-devices.ts';
import { cookieAge, endPresented, sessionCookie, sessionFor, startSession } from './sessions.ts';

/**
 * Signs a user in: creates a session and remembers the device. If a second factor is required, the session stays
 * pending until it is verified.
 */
export async function openSession(
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
    /** Whether a second factor was shown as well. */
    secondFactor?: boolean;
    /** Runs first, in the same transaction. */
    before?: (tx: Writing) => Promise<void>;
  },
): Promise<void> {
  const { cookies, client, now } = visit;
  const { device: browser, notedAddress: address } = client;
  const session = sessionFor({ userId: user.id, stage, secondFactor, device: browser, address, at: now });
  const presented = cookies.read(sessionCookie);
  const device = newDevice();
  const known = await knownDevice(db.read, cookies, user.id);
  const actor = { id: user.id, name: `${user.firstname} ${user.lastname}` };
  const action = stage === 'full' ? 'signed in' : 'gave the password';
  const entry = { id: newId(), at: now, actor, action, subject: user.id, address: client.notedAddress };
  await writeQuietly(db, async (tx) => {
    await before?.(tx);
    await endPresented(tx, presented);
    await startSession(tx, session);
    if (!known) await recordDevice(tx, { userId: user.id, token: device, at: now });
    await recordAudit(tx, entry);
  });
  cookies.set(sessionCookie, session.token, { maxAge: cookieAge(session) });
  if (!known) keepDevice(cookies, device);
}
