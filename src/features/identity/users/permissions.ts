import { type PermissionOverride, type Role, resolvePermissions } from '#features/society/accounts/roles.ts';
import type { AccessChoice } from './contract.ts';
import { type EditablePermission, permissionLabels } from './labels.ts';

export const editablePermissions = Object.keys(permissionLabels) as EditablePermission[];

/** Returns the override of a permission; "role" if there is none. */
export function findPermissionChoice(item: EditablePermission, changes: readonly PermissionOverride[]): AccessChoice {
  const change = changes.find((override) => override.item === item);
  return change === undefined ? 'role' : change.allowed ? 'yes' : 'no';
}

/** Lists the permissions with their names and overrides. */
export const listPermissionChoices = (changes: readonly PermissionOverride[]) =>
  editablePermissions.map((item) => ({
    item,
    name: permissionLabels[item],
    choice: findPermissionChoice(item, changes),
  }));

/** Builds the overrides to store. Overrides of permissions that aren't in the form are kept. */
export function buildPermissionOverrides(
  choices: Readonly<Record<EditablePermission, AccessChoice>>,
  before: readonly PermissionOverride[],
): PermissionOverride[] {
  const others = before.filter(({ item }) => !Object.hasOwn(permissionLabels, item));
  const chosen = editablePermissions.filter((item) => choices[item] !== 'role');
  return [...others, ...chosen.map((item) => ({ item, allowed: choices[item] === 'yes' }))];
}

/** Returns true if a user with this role and these overrides may manage users. */
export const canManageUsers = (role: Role, changes: readonly PermissionOverride[]): boolean =>
  resolvePermissions(role, changes).admin;

/** Formats a role and overrides for the audit log: "author; also Manage Bookings; not Member Docs". */
export function formatPermissions(role: Role, changes: readonly PermissionOverride[]): string {
  const listNames = (isAllowed: boolean) =>
    changes
      .filter(({ allowed }) => allowed === isAllowed)
      .map(({ item }) => permissionLabels[item as EditablePermission] ?? item);
  const chosen = [...listNames(true).map((name) => `also ${name}`), ...listNames(false).map((name) => `not ${name}`)];
  return [role, ...chosen].join('; ');
}
