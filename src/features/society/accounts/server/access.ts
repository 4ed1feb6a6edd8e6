import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Access } from '#platform/server/http/request/access.ts';
import { listAssignableRoles, type Permission, type Role } from '../roles.ts';

/**
 * Refuses a role that this user may not give. Users of Admin Tools without the role admin may only invite and approve
 * members.
 *
 * @param prefix a sentence before the message, which names the person if there are several
 *
 * @throws HttpError 403
 */
export function assertCanManageRole(by: { role: string }, role: Role, prefix = ''): void {
  if (!listAssignableRoles(by.role).includes(role)) {
    refuse(
      403,
      `${prefix}Only somebody with the role Admin can give more than the role Member. Ask an admin to do it.`,
    );
  }
}

export const signedIn: Access = { name: 'signed in', members: true, allows: (visitor) => visitor.signedIn };

/** Allows users with at least one of these permissions. */
export const mayUse = (...items: [Permission, ...Permission[]]): Access => ({
  name: items.join(', '),
  members: true,
  allows: (visitor) => items.some((item) => visitor.may[item] === true),
});

/** The refusal for users of Admin Tools without the role admin. */
export const adminRequiredMessage = 'Only somebody with the role Admin can do this. Ask an admin to do it.';

/**
 * Allows users with the role admin. It protects actions that could take over an account, weaken sign-in or reveal
 * emergency contacts, for which the permission `admin` isn't enough (docs/decisions/0101).
 */
export const adminsOnly: Access = {
  name: 'admins',
  members: true,
  allows: (visitor) => visitor.role === 'admin' && visitor.may.admin === true,
  why: (visitor) => (visitor.may.admin === true ? adminRequiredMessage : undefined),
};

const mayWriteForSociety = mayUse('society_write');

/** Allows the show's directors, and users with `shows_write`. `directors` are user ids. */
export const mayManageShow: Access<{ directors: readonly string[] }> = {
  name: 'directors of the show, shows_write',
  members: true,
  allows: (visitor, { directors }) =>
    visitor.signedIn && (visitor.may.shows_write === true || directors.includes(visitor.id)),
};

/** Allows content of a show to those who may manage the show, other content to those who may write for the society. */
export const mayManageContent: Access<{ show_id: string | null; directors: readonly string[] }> = {
  name: 'directors of the show, shows_write; without a show, society_write',
  members: true,
  allows: (visitor, subject) =>
    subject.show_id === null ? mayWriteForSociety.allows(visitor, undefined) : mayManageShow.allows(visitor, subject),
};
