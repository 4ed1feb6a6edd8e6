/** What a user may use: the items of the members' navigation. */
export const items = [
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
  'bookings',
  'admin',
] as const;
export type Item = (typeof items)[number];

export const roles = ['member', 'author', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Which roles somebody may give, and whose accounts they may manage: only admins make and unmake admins. */
export const rolesGivenBy = (by: string): Role[] => roles.filter((role) => role !== 'admin' || by === 'admin');

const ofMembers: readonly Item[] = ['dashboard', 'shows', 'member_docs', 'account_settings', 'help', 'logout'];

const byRole: Record<Role, readonly Item[]> = {
  member: ofMembers,
  author: [...ofMembers, 'blog'],
  admin: items,
};

/** What an admin has allowed or forbidden one user, overriding their role. */
export interface ItemChange {
  item: string;
  allowed: boolean;
}

/** Every item, true or false: by role, then as overridden for this user. Items we don't know are left out. */
export function permitted(role: Role, changes: readonly ItemChange[] = []): Record<Item, boolean> {
  const changed = new Map(changes.map(({ item, allowed }) => [item, allowed]));
  const allowed = (item: Item) => changed.get(item) ?? byRole[role].includes(item);
  return Object.fromEntries(items.map((item) => [item, allowed(item)])) as Record<Item, boolean>;
}
