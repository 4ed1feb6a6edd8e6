import {
  buildSession,
  cancelErasure,
  createSession,
  endSession,
  findSession,
  findUser,
  isActiveAccount,
  sessionCookie,
} from '#features/society/accounts/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { CallRequest } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';

export type PendingSession = Awaited<ReturnType<typeof requirePendingSession>>;

/**
 * Refuses a visitor whose session, pending or full, has ended while the second factor was being entered. They have to
 * sign in again.
 */
export const refuseExpiredSignIn = (): never =>
  refuse(401, 'That took too long, or there were too many wrong attempts. Please sign in again.');

/** Finds the session of a visitor who has entered only their password so far; undefined for everyone else. */
export async function findPendingSession(db: DbReader, { cookies, now }: Pick<PageRequest, 'cookies' | 'now'>) {
  const session = await findSession(db, cookies.read(sessionCookie), now);
  return session?.stage === 'second_factor' ? session : undefined;
}

/**
 * Finds the visitor's pending session.
 * @throws HttpError 401 if there is none
 */
export const requirePendingSession = async (db: DbReader, visit: Pick<PageRequest, 'cookies' | 'now'>) =>
  (await findPendingSession(db, visit)) ?? refuseExpiredSignIn();

/** Builds the full session that follows a pending one. Call it outside the transaction, which may run twice. */
export const buildFullSession = (
  userId: Id,
  { client: { device, address }, now }: Pick<CallRequest, 'client' | 'now'>,
) => buildSession({ userId, stage: 'full', secondFactor: true, device, address, at: now });

/**
 * Replaces a pending session with a full one. Returns undefined if a concurrent attempt has already done so, or if the
 * account was disabled. The caller must then roll the transaction back. `kept` is true if signing in has cancelled the
 * erasure of the account.
 */
export async function completeSignIn(
  tx: DbTransaction,
  pending: Pick<PendingSession, 'id' | 'firstname' | 'lastname'>,
  { session, ids, how }: { session: FullSession; ids: AuditIds; how: string },
): Promise<{ kept: boolean } | undefined> {
  if (!(await endSession(tx, pending.id))) return undefined;
  const { userId, at, address } = session;
  await createSession(tx, session);
  const actor = { id: userId, name: `${pending.firstname} ${pending.lastname}`.trim() };
  const kept = await cancelErasure(tx, { userId, name: actor.name, now: at, auditId: ids.erasureCancelled });
  // An admin may have disabled the account since the password was entered
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
  return { kept };
}

type FullSession = ReturnType<typeof buildFullSession>;

/** Generates the ids of the audit entries of a sign-in. Call it outside the transaction, which may run twice. */
export const generateSignInAuditIds = () => ({ signedIn: newId(), erasureCancelled: newId() });
type AuditIds = ReturnType<typeof generateSignInAuditIds>;
