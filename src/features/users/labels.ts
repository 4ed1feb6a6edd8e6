import type { Item, Role } from '#features/accounts/roles.ts';
import type { Status } from './table.ts';

export const roleLabels: Record<Role, string> = { member: 'Member', author: 'Author', admin: 'Admin' };

export const statusLabels: Record<Status, string> = {
  active: 'Open',
  awaiting: 'Waiting to be let in',
  deactivated: 'Shut',
};

/** The items that an admin may allow or forbid one user. Nobody can be kept from logging out. */
export const itemLabels = {
  dashboard: 'Dashboard',
  shows: 'Shows, and their papers',
  member_docs: 'Member Docs',
  account_settings: 'Account Settings',
  help: 'Help & Feedback',
  blog: 'Manage Blog: write for the blog',
  shows_write: 'Change any show, its posts and its files',
  society_write: 'Write the society’s own posts, and look after Member Docs',
  get_subs: 'Get Subs: who has paid',
  bookings: 'Manage Bookings',
  admin: 'Admin Tools, these pages too',
} as const satisfies Partial<Record<Item, string>>;

export type PermittableItem = keyof typeof itemLabels;
