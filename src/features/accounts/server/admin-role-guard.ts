import { refuse } from '#platform/server/http/refusal.ts';
import { type Role, rolesGivenBy } from '../roles.ts';

/**
 * A user may have Admin Tools without being an admin. They can neither give that role nor change an account that has
 * it, or the item would be as good as the role.
 * @param whose a sentence before the others that says who it is, where it is one of many
 * @throws Refusal 403 where the role, given or had, is an admin's and whoever does it is none
 */
export function guardAdminRole(by: { role: string }, role: Role, whose = ''): void {
  if (!rolesGivenBy(by.role).includes(role)) {
    refuse(
      403,
      `${whose}Only an admin makes somebody an admin, or changes an admin’s account. Ask one of them to do it.`,
    );
  }
}
