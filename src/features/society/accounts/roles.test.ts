import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findWiderPermission,
  listAssignableRoles,
  permissions,
  resolvePermissions,
  roles,
  widerPermissions,
} from './roles.ts';

const allowed = (role: (typeof roles)[number]) => permissions.filter((item) => resolvePermissions(role)[item]);

test('each role has exactly its listed permissions', () => {
  const ofMembers = ['dashboard', 'shows', 'member_docs', 'account_settings', 'help', 'logout'];
  expect(allowed('member')).toEqual(ofMembers);
  expect(allowed('author')).toEqual([...ofMembers, 'blog']);
  expect(allowed('admin')).toEqual([
    ...ofMembers,
    'blog',
    'shows_write',
    'society_write',
    'get_subs',
    'membership',
    'bookings',
    'door',
    'admin',
  ]);
});

test('an override takes precedence over the role, and a wider permission includes the narrow ones', () => {
  const change = fc.record({ item: fc.constantFrom(...permissions, 'unknown'), allowed: fc.boolean() });
  fc.assert(
    fc.property(
      fc.constantFrom(...roles),
      fc.uniqueArray(change, { selector: ({ item }) => item }),
      (role, changes) => {
        const may = resolvePermissions(role, changes);
        const changed = new Map(changes.map((one) => [one.item, one.allowed]));
        expect(Object.keys(may)).toEqual([...permissions]);
        const wide = permissions.filter((item) => widerPermissions[item] === undefined);
        for (const item of wide) expect(may[item]).toBe(changed.get(item) ?? resolvePermissions(role)[item]);
        expect(may.membership).toBe(may.get_subs || may.admin || changed.get('membership') === true);
        expect(may.door).toBe(may.bookings || changed.get('door') === true);
      },
    ),
  );
});

test('a user without the role admin can give only the role member', () => {
  expect(roles.map((role) => listAssignableRoles(role))).toEqual([['member'], ['member'], [...roles]]);
});

test('the wider permission that includes a narrow one is found only if the wider one is allowed', () => {
  const no = [{ item: 'door', allowed: false }];
  expect(findWiderPermission('door', 'admin', no)).toBe('bookings');
  expect(findWiderPermission('door', 'member', [...no, { item: 'bookings', allowed: true }])).toBe('bookings');
  expect(findWiderPermission('door', 'admin', [{ item: 'bookings', allowed: false }])).toBeUndefined();
  expect(findWiderPermission('membership', 'admin', [{ item: 'get_subs', allowed: false }])).toBe('admin');
  expect(findWiderPermission('blog', 'admin', [])).toBeUndefined();
});
