import fc from 'fast-check';
import { expect, test } from 'vitest';
import { permissions, resolvePermissions, roles } from '#features/society/accounts/roles.ts';
import { membersMenu } from '../../../../members-side.ts';
import { isCurrentNavigationItem } from './portal.tsx';

const { itemsFor: placesFor } = membersMenu;

const society = { mostRecentMemberShows: [{ id: 'blithespirit0001', title: 'Blithe Spirit' }], help_wiki: '' };
const forItems = (memberNavItemsToShow: Record<string, boolean>) => placesFor({ ...society, memberNavItemsToShow });
const labels = (memberNavItemsToShow: Record<string, boolean>) => {
  const { work, own } = forItems(memberNavItemsToShow);
  return [...work, ...own].map(({ label }) => label);
};

test('a member, an author and an admin see the entries that they may use, in a fixed order', () => {
  const own = ['Account Settings', 'Help & Feedback', 'Logout'];
  expect(labels(resolvePermissions('member'))).toEqual(['Dashboard', 'Shows', 'Member Docs', ...own]);
  expect(labels(resolvePermissions('author'))).toEqual(['Dashboard', 'Shows', 'Manage Blog', 'Member Docs', ...own]);
  expect(labels(resolvePermissions('admin'))).toEqual([
    ...['Dashboard', 'Shows', 'Manage Blog', 'Get Subs', 'Manage Bookings', 'Admin Tools', 'Member Docs'],
    ...own,
  ]);
});

test('the navigation shows all permitted entries, but not Membership with Get Subs or Door with Manage Bookings', () => {
  const place: Record<string, string> = {
    dashboard: 'Dashboard',
    shows: 'Shows',
    blog: 'Manage Blog',
    get_subs: 'Get Subs',
    membership: 'Membership',
    bookings: 'Manage Bookings',
    door: 'Door',
    admin: 'Admin Tools',
    member_docs: 'Member Docs',
    account_settings: 'Account Settings',
    help: 'Help & Feedback',
    logout: 'Logout',
  };
  const change = fc.record({ item: fc.constantFrom(...permissions), allowed: fc.boolean() });
  fc.assert(
    fc.property(fc.constantFrom(...roles), fc.array(change), (role, changes) => {
      const may = resolvePermissions(role, changes);
      const expected = permissions
        .filter(
          (item) =>
            may[item] && place[item] && !(item === 'membership' && may.get_subs) && !(item === 'door' && may.bookings),
        )
        .map((item) => place[item]);
      expect(labels(may).sort()).toEqual(expected.sort());
    }),
  );
  expect(labels({})).toEqual([]);
});

test('recent shows are linked below Shows, and the handbook and wiki below Help', () => {
  const { work } = forItems(resolvePermissions('member'));
  expect(work[1]?.links).toEqual([{ label: 'Blithe Spirit', href: '/members/show/blithespirit0001' }]);
  const { own } = placesFor({ ...society, memberNavItemsToShow: { help: true }, help_wiki: 'https://wiki.example/' });
  expect(own[0]?.links).toEqual([
    { label: 'Handbook', href: '/members/help' },
    { label: 'Help wiki', href: 'https://wiki.example/', outside: true },
  ]);
});

test('at most one navigation item is marked as current', () => {
  const { work, own } = forItems(resolvePermissions('admin'));
  const at = (path: string) =>
    [...work, ...own].filter((place) => isCurrentNavigationItem(place, path)).map(({ label }) => label);
  expect(at('/members/dashboard')).toEqual(['Dashboard']);
  expect(at('/members/show/blithespirit0001')).toEqual(['Shows']);
  expect(at('/members/manage_shows/blithespirit0001/Blithe_Spirit')).toEqual(['Admin Tools']);
  expect(at('/members/admin/manage_users')).toEqual(['Admin Tools']);
  expect(at('/members/bookings/seating/abc')).toEqual(['Manage Bookings']);
  expect(at('/members/post/abc')).toEqual([]);
});
