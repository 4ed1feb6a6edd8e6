import fc from 'fast-check';
import { expect, test } from 'vitest';
import { items, permitted, roles } from './roles.ts';

const allowed = (role: (typeof roles)[number]) => items.filter((item) => permitted(role)[item]);

test('members, authors and admins may use what the contract gives each', () => {
  const ofMembers = ['dashboard', 'shows', 'member_docs', 'account_settings', 'help', 'logout'];
  expect(allowed('member')).toEqual(ofMembers);
  expect(allowed('author')).toEqual([...ofMembers, 'blog']);
  expect(allowed('admin')).toEqual([
    ...ofMembers,
    'blog',
    'shows_write',
    'society_write',
    'get_subs',
    'bookings',
    'admin',
  ]);
});

test('what an admin has changed for one user goes before the role, and changes nothing else', () => {
  const change = fc.record({ item: fc.constantFrom(...items, 'unknown'), allowed: fc.boolean() });
  fc.assert(
    fc.property(
      fc.constantFrom(...roles),
      fc.uniqueArray(change, { selector: ({ item }) => item }),
      (role, changes) => {
        const may = permitted(role, changes);
        const changed = new Map(changes.map((one) => [one.item, one.allowed]));
        expect(Object.keys(may)).toEqual([...items]);
        for (const item of items) expect(may[item]).toBe(changed.get(item) ?? permitted(role)[item]);
      },
    ),
  );
});
