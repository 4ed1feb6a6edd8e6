/** Permissions, one per entry of the members' navigation. */
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
  'membership',
  'bookings',
  'door',
  'admin',
] as const;
export type Item = (typeof items)[number];

export const roles = ['member', 'author', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Returns the roles somebody may give to newcomers: without the role admin, Admin Tools gives no rights. */
export const rolesGivenBy = (by: string): Role[] => (by === 'admin' ? [...roles] : ['member']);

/** The narrow items, each with the wider ones that include it. */
export const includedIn: Partial<Record<Item, readonly Item[]>> = {
  membership: ['get_subs', 'admin'],
  door: ['bookings'],
};

const ofMembers: readonly Item[] = ['dashboard', 'shows', 'member_docs', 'account_settings', 'help', 'logout'];

const byRole: Record<Role, readonly Item[]> = {
  member: ofMembers,
  author: [...ofMembers, 'blog'],
  admin: items.filter((item) => includedIn[item] === undefined),
};

/** What an admin has allowed or forbidden one user, overriding their role. */
export interface ItemChange {
  item: string;
  allowed: boolean;
}

/** Returns the wider item that brings a narrow one, whatever is chosen for that; undefined when none does. */
export const widerItemOf = (item: Item, role: Role, changes: readonly ItemChange[]): Item | undefined => {
  const allowed = permitted(role, changes);
  return includedIn[item]?.find((wider) => allowed[wider]);
};

/**
 * Every item, true or false: by role, then as overridden for this user. A wider item brings the narrow ones that it
 * includes, whatever is said of them. Items we don't know are left out.
 */
export function permitted(role: Role, changes: readonly ItemChange[] = []): Record<Item, boolean> {
  const changed = new Map(changes.map(({ item, allowed }) => [item, allowed]));
  const allowed = (item: Item) => changed.get(item) ?? byRole[role].includes(item);
  const included = (item: Item) => includedIn[item]?.some(allowed) === true;
  return Object.fromEntries(items.map((item) => [item, allowed(item) || included(item)])) as Record<Item, boolean>;
}
