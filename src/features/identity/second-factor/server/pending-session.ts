import {
  cancelErasure,
  createSession,
  endSession,
  findSession,
  findUser,
  newSession,
  sessionCookie,
} from '#features/society/accounts/server/index.ts';
import { isActiveAccount } from '#features/society/accounts/sign-in-status.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { CallRequest } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';

export type PendingSession = Awaited<ReturnType<typeof requirePendingSession>>;

/** Refuses a visitor without a pending session, or with an expired one: they have to start again. */
export const refuseExpiredSignIn = (): never =>
  refuse(401, 'That took too long, or there were too many wrong attempts. Please sign in again.');

/** Finds the pending session of a visitor who has given only their password; undefined for everyone else. */
export async function findPendingSession(db: DbReader, { cookies, now }: Pick<PageRequest, 'cookies' | 'now'>) {
  const session = await findSession(db, cookies.read(sessionCookie), now);
  return session?.stage === 'second_factor' ? session : undefined;
}

/** @throws HttpError 401 without one */
export const requirePendingSession = async (db: DbReader, visit: Pick<PageRequest, 'cookies' | 'now'>) =>
  (await findPendingSession(db, visit)) ?? refuseExpiredSignIn();

/** The session that follows, with secrets made outside the write. */
export const newFullSession = (userId: Id, { client: { device, address }, now }: Pick<CallRequest, 'client' | 'now'>) =>
  newSession({ userId, stage: 'full', secondFactor: true, device, address, at: now });

/**
 * Replaces a pending session with a full one, once. Undefined if another attempt got there first. `kept` as in
 * `welcome`.
 */
export async function completeSignIn(
  tx: DbTransaction,
  half: Pick<PendingSession, 'id' | 'firstname' | 'lastname'>,
  { session, ids, how }: { session: FullSession; ids: EntryIds; how: string },
): Promise<{ kept: boolean } | undefined> {
  if (!(await endSession(tx, half.id))) return undefined;
  const { userId, at, address } = session;
  await createSession(tx, session);
  const actor = { id: userId, name: `${half.firstname} ${half.lastname}`.trim() };
  const tookBack = await cancelErasure(tx, { userId, name: actor.name, now: at, auditId: ids.takenBack });
  // An admin may have disabled the account since the password was given
  const user = await findUser(tx, userId);
  if (!user || !isActiveAccount(user)) return undefined;
  await recordAudit(tx, {
    id: ids.signedIn,
    at,
    actor,
    action: 'account.signed_in',
    subject: userId,
    detail: how,
    address,
  });
  return { kept: tookBack };
}

type FullSession = ReturnType<typeof newFullSession>;

/** Ids of log entries, made outside the write, which may run twice. */
export const newAuditIds = () => ({ signedIn: newId(), takenBack: newId() });
type EntryIds = ReturnType<typeof newAuditIds>;
