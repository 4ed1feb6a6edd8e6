import {
  type Permission,
  type PermissionOverride,
  type Role,
  resolvePermissions,
} from '#features/society/accounts/roles.ts';
import type { AccountStatus } from './table.ts';

export const roleLabels: Record<Role, string> = { member: 'Member', author: 'Author', admin: 'Admin' };

export const accountStatusLabels: Record<AccountStatus, string> = {
  active: 'Active',
  awaiting: 'Waiting for approval',
  deactivated: 'Disabled',
};

/**
 * The labels of the permissions that an admin can override for one user. Everybody can sign out, so `logout` isn't one of
 * them.
 */
export const permissionLabels = {
  dashboard: 'Dashboard',
  shows: 'Shows and their documents',
  member_docs: 'Member Docs',
  account_settings: 'Account Settings',
  help: 'Help & Feedback',
  blog: 'Manage Blog: write for the blog',
  shows_write: 'Change any show, its posts and its files',
  society_write: 'Write the society’s own posts and manage Member Docs',
  get_subs: 'Get Subs and Accounting',
  membership: 'Membership list',
  bookings: 'Manage Bookings',
  door: 'Door',
  admin: 'Admin Tools',
} as const satisfies Partial<Record<Permission, string>>;

/** The description of each permission, for the admin who grants it. */
export const permissionDescriptions: Record<keyof typeof permissionLabels, string> = {
  dashboard: 'The first page of the members’ area, with the latest news.',
  shows: 'The posts and files of shows.',
  member_docs: 'The society’s documents for members.',
  account_settings: 'Their own name, email address, password, subscription and emergency contact.',
  help: 'The handbook, and a form to contact the people who look after the site.',
  blog: 'Write and publish on the blog.',
  shows_write: 'Change any show: its dates, cast and crew, posts and files.',
  society_write: 'Write posts for the whole society, and look after Member Docs.',
  get_subs:
    'All payments and Accounting: entering payments, card refunds, Gift Aid and year totals. Includes the membership list, with everybody’s email and telephone.',
  membership:
    'Who is a member and until when, with email and telephone; reminders; importing a list; cancelling a renewal for somebody. No payments, refunds, Gift Aid or Accounting.',
  bookings:
    'The box office: performances, prices, orders with email and telephone, refunds, seating, exports. Includes the door.',
  door: 'Letting people in, taking payments and selling tickets at the door, for every performance. No email addresses, phone numbers, exports or refunds.',
  admin:
    'People, photos, corrections, messages, mail and audit logs, inviting and approving members, settings. Includes the membership list. Changing accounts and security settings needs the role Admin.',
};

export type EditablePermission = keyof typeof permissionLabels;

/** The settings of a permission for one user: decided by the role, allowed or forbidden. */
export const accessChoices = ['role', 'yes', 'no'] as const;
export type AccessChoice = (typeof accessChoices)[number];

const editablePermissions = Object.keys(permissionLabels) as EditablePermission[];

/** Returns the override of a permission; "role" if there is none. */
function findPermissionChoice(item: EditablePermission, changes: readonly PermissionOverride[]): AccessChoice {
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

/**
 * Returns true if a user with this role and these overrides can open Manage Users. Only admins can change accounts
 * there.
 */
export const canOpenManageUsers = (role: Role, changes: readonly PermissionOverride[]): boolean =>
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
