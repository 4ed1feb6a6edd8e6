import {
  AccountError,
  buildResetLink,
  createInvitation,
  createResetLink,
  deleteAllSingleUseLinks,
  deleteErasure,
  endEverySession,
  endUserSessionsAndEmailChanges,
  findSignInStatus,
  hasAdmin,
  listPermissionOverrides,
  requireUserByEmail,
  saveAccess,
  updateUser,
} from '#features/society/accounts/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { minute, subtractMs } from '#platform/shared/dates/durations.ts';
import { buildInvitation } from './invitations.ts';

/**
 * Makes the owner of an account an admin: enables the account, cancels its erasure and ends its sessions. Returns a
 * sentence that reports the new admin.
 * @throws AccountError if no account has this email address
 */
export async function makeAdmin(db: Database, email: string, now: string): Promise<string> {
  const { id, firstname, lastname } = await requireUserByEmail(db.read, email);
  const entry = { id: newId(), at: now, action: 'admin.created_on_server' as const, subject: id };
  await write(db, async (tx) => {
    await updateUser(tx, { id, now, status: 'active' });
    await deleteErasure(tx, id);
    // An override for Admin Tools is removed, because it could forbid them
    const changes = (await listPermissionOverrides(tx, id)).filter(({ item }) => item !== 'admin');
    await saveAccess(tx, { id, role: 'admin', changes, now });
    // Every session ends, so that no unattended device can act as an admin
    await endUserSessionsAndEmailChanges(tx, id);
    await recordAudit(tx, entry);
  });
  return `${firstname} ${lastname} is now an admin.`;
}

/**
 * Creates a single-use link to set a new password, and returns its path.
 *
 * @throws AccountError if no account has this email address, or if nobody can sign in to the account, so that the link
 * would be refused
 */
export async function createResetLinkPath(db: Database, email: string, now: string): Promise<string> {
  const user = await requireUserByEmail(db.read, email);
  const status = await findSignInStatus(db.read, user);
  if (status === 'shut' || status === 'awaiting') {
    const reason = status === 'shut' ? 'is disabled' : 'still has to be approved';
    throw new AccountError(`The account of ${email} ${reason}, so nobody can sign in to it with a new password.`);
  }
  const { row, path } = buildResetLink(user, now);
  const entry = { id: newId(), at: now, action: 'password.reset_link_created' as const, subject: user.id };
  await write(db, async (tx) => {
    await createResetLink(tx, row);
    await recordAudit(tx, entry);
  });
  return path;
}

/**
 * Ends all sessions and deletes all single-use links after a restore, because sessions may have been ended, and links
 * used, since the backup.
 */
export async function revokeSessionsAndLinks(db: Database, now: string): Promise<void> {
  const entry = { id: newId(), at: now, action: 'sessions.ended' as const };
  await write(db, async (tx) => {
    await endEverySession(tx);
    await deleteAllSingleUseLinks(tx);
    await recordAudit(tx, entry);
  });
}

/** Several instances may be started within this time, and each prints its own link. */
const parallelStartMs = 10 * minute;

/**
 * Creates a single-use invitation for the first admin and returns its path; undefined if there is an admin already.
 * Invalidates earlier first-admin invitations, except those of instances started at the same time.
 */
export async function createFirstAdminLinkPath(db: Database, now: string): Promise<string | undefined> {
  const { row, path } = buildInvitation({ firstname: '', lastname: '', email: '', role: 'admin', by: null }, now);
  return write(db, async (tx) => {
    if (await hasAdmin(tx)) return undefined;
    await createInvitation(tx, row, { before: subtractMs(now, parallelStartMs) });
    return path;
  });
}
