import type { DbReader } from '#platform/server/database/index.ts';
import { listAssignableRoles, type Role, resolvePermissions } from '../roles.ts';
import { isActiveAccount } from '../sign-in-status.ts';
import { findUser, hasAdmin, listPermissionOverrides } from './store.ts';

/**
 * Returns a predicate: may an invitation's sender still assign its role? A link sent last week must not assign a role
 * its sender has since lost the right to assign. Looks each sender up once.
 */
export function createInviterCheck(
  db: DbReader,
): (invitation: { invited_by: string | null; role: Role }) => Promise<boolean> {
  const known = new Map<string, Promise<readonly Role[]>>();
  return async ({ invited_by, role }) => {
    // The server's own, printed for the person who started it: it makes the first admin, and never a second
    if (invited_by === null) return !(await hasAdmin(db));
    const gives = known.get(invited_by) ?? rolesFrom(db, invited_by);
    known.set(invited_by, gives);
    return (await gives).includes(role);
  };
}

/** The roles that a user may invite people as. */
async function rolesFrom(db: DbReader, userId: string): Promise<readonly Role[]> {
  const user = await findUser(db, userId);
  if (!user || !isActiveAccount(user)) return [];
  return resolvePermissions(user.role, await listPermissionOverrides(db, userId)).admin
    ? listAssignableRoles(user.role)
    : [];
}
