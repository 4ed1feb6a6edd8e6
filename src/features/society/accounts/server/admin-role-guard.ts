import { refuse } from '#platform/server/http/errors/http-error.ts';
import { listAssignableRoles, type Role } from '../roles.ts';

/**
 * Refuses a role that this user may not give: with Admin Tools but without the role admin, people can be invited and
 * approved as members only.
 *
 * @param whose a sentence before the message that names the person, if it is one of many
 *
 * @throws HttpError 403
 */
export function assertCanManageRole(by: { role: string }, role: Role, whose = ''): void {
  if (!listAssignableRoles(by.role).includes(role)) {
    refuse(403, `${whose}Only somebody with the role Admin can give more than the role Member. Ask an admin to do it.`);
  }
}
