/** Most permissions correspond to an entry of the members' navigation. */
export const permissions = [
  'dashboard',
  'shows',
  'member_docs',
  'account_settings',
  'help',
  'logout',
  'blog',
  'shows_write',
  'society_write',
  'get_subs',
  'membership',
  'bookings',
  'door',
  'admin',
] as const;
export type Permission = (typeof permissions)[number];

export const roles = ['member', 'author', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * Returns the roles that a user with the role `by` may give to new users: only admins may give roles other than member.
 */
export const listAssignableRoles = (by: string): Role[] => (by === 'admin' ? [...roles] : ['member']);

/** The narrow permissions, each with the wider ones that include it. */
export const widerPermissions: Partial<Record<Permission, readonly Permission[]>> = {
  membership: ['get_subs', 'admin'],
  door: ['bookings'],
};

const memberPermissions: readonly Permission[] = [
  'dashboard',
  'shows',
  'member_docs',
  'account_settings',
  'help',
  'logout',
];

const permissionsByRole: Record<Role, readonly Permission[]> = {
  member: memberPermissions,
  author: [...memberPermissions, 'blog'],
  admin: permissions.filter((item) => widerPermissions[item] === undefined),
};

/** A permission that an admin has allowed or denied to one user, overriding their role. */
export interface PermissionOverride {
  item: string;
  allowed: boolean;
}

/**
 * Returns an allowed wider permission that includes a narrow permission; undefined if there is none. While there is
 * one, the narrow permission can't be denied.
 */
export const findWiderPermission = (
  item: Permission,
  role: Role,
  changes: readonly PermissionOverride[],
): Permission | undefined => {
  const allowed = resolvePermissions(role, changes);
  return widerPermissions[item]?.find((wider) => allowed[wider]);
};

/**
 * Resolves every permission to true or false: by role, then as overridden for this user. A wider permission always
 * includes its narrow ones. Unknown permissions are left out.
 */
export function resolvePermissions(
  role: Role,
  changes: readonly PermissionOverride[] = [],
): Record<Permission, boolean> {
  const changed = new Map(changes.map(({ item, allowed }) => [item, allowed]));
  const allowed = (item: Permission) => changed.get(item) ?? permissionsByRole[role].includes(item);
  const included = (item: Permission) => widerPermissions[item]?.some(allowed) === true;
  return Object.fromEntries(permissions.map((item) => [item, allowed(item) || included(item)])) as Record<
    Permission,
    boolean
  >;
}
