import {
  changeUser,
  createInvitation,
  createResetLink,
  deleteAllSingleUseLinks,
  deleteErasure,
  endEverySession,
  endOtherSessions,
  hasAdmin,
  listPermissionOverrides,
  newResetLink,
  requireUserByEmail,
  saveAccess,
} from '#features/society/accounts/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { earlier, minute } from '#platform/shared/dates/durations.ts';
import { newInvitation } from './invitations.ts';

/** Makes somebody with an account an admin who may sign in. @throws NoSuchAccount */
export async function makeAdmin(db: Database, email: string, now: string): Promise<string> {
  const { id, firstname, lastname } = await requireUserByEmail(db.read, email);
  const entry = { id: newId(), at: now, action: 'admin.created_on_server' as const, subject: id };
  await write(db, async (tx) => {
    await changeUser(tx, { id, now, status: 'active' });
    await deleteErasure(tx, id);
    // Otherwise an admin without the item Admin Tools would still be locked out
    const changes = (await listPermissionOverrides(tx, id)).filter(({ item }) => item !== 'admin');
    await saveAccess(tx, { id, role: 'admin', changes, now });
    // As another admin's change of a role does: a device left somewhere isn't an admin's now
    await endOtherSessions(tx, id);
    await recordAudit(tx, entry);
  });
  return `${firstname} ${lastname} is now an admin.`;
}

/** The path of a page where a new password is set, once, within half an hour. @throws NoSuchAccount */
export async function createResetLinkPath(db: Database, email: string, now: string): Promise<string> {
  const user = await requireUserByEmail(db.read, email);
  const { row, path } = newResetLink(user, now);
  const entry = { id: newId(), at: now, action: 'password.reset_link_created' as const, subject: user.id };
  await write(db, async (tx) => {
    await createResetLink(tx, row);
    await recordAudit(tx, entry);
  });
  return path;
}

/**
 * After restoring a backup: ends all sessions and deletes all single-use links. The backup can't tell which of them
 * were ended or used after it was made.
 */
export async function endSessionsAfterRestore(db: Database, now: string): Promise<void> {
  const entry = { id: newId(), at: now, action: 'sessions.ended' as const };
  await write(db, async (tx) => {
    await endEverySession(tx);
    await deleteAllSingleUseLinks(tx);
    await recordAudit(tx, entry);
  });
}

/** Instances started together, each printing its own link, start within this time. */
const startingTogether = 10 * minute;

/**
 * While there is no admin: creates a single-use invitation for the first admin and returns its path. Replaces earlier
 * ones, except those of instances started at the same time. Undefined once there is an admin.
 */
export async function createFirstAdminPath(db: Database, now: string): Promise<string | undefined> {
  const { row, path } = newInvitation({ firstname: '', lastname: '', email: '', role: 'admin', by: null }, now);
  return write(db, async (tx) => {
    if (await hasAdmin(tx)) return undefined;
    await createInvitation(tx, row, { before: earlier(now, startingTogether) });
    return path;
  });
}
