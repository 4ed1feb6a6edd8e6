import { expect, test } from 'vitest';
import { onSite } from '#tests/support/site/app.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { membersMenu } from '../../../members-side.ts';
import { AdminToolsContent } from './contract.ts';

const tools = contributions('adminTools').toSorted((a, b) => a.order - b.order);
const inNavigation =
  membersMenu.itemsFor({ memberNavItemsToShow: { admin: true }, mostRecentMemberShows: [], help_wiki: '' }).work[0]
    ?.links ?? [];

test('each admin tool has its own path, label and position', () => {
  for (const part of ['href', 'label', 'order'] as const) {
    const all = tools.map((tool) => tool[part]);
    expect(new Set(all).size).toBe(all.length);
  }
});

onSite('the Admin Tools overview leads to every admin page whose path has no parameters', async ({ app, a, as }) => {
  const { page } = await as(await a.user({ role: 'admin' }));
  const links = AdminToolsContent.parse((await page('/members/admin')).content).tools.map(({ link }) => link);
  const pages = app.routes
    .filter(({ kind, method, access, path }) => kind === 'page' && method === 'GET' && isAdmins(access, path))
    .map(({ path }) => path)
    .filter((path) => !path.includes(':') && path !== '/members/admin');
  expect(pages.length).toBeGreaterThan(10);
  const isLedTo = (path: string) => links.some((link) => path === link || path.startsWith(`${link}/`));
  expect(pages.filter((path) => !isLedTo(path))).toEqual([]);
  for (const link of links) expect(pages.concat('/members/get_sums', '/members/manage_shows')).toContain(link);
});

const isAdmins = (access: string, path: string) => access === 'admin' || path.startsWith('/members/admin/');

test('the main admin tools have a fixed order in the overview and in the navigation', () => {
  const overview = [
    ...['Messages', 'Manage Users', 'Archive corrections'],
    ...['Manage Shows', 'Add Show Member', 'People', 'Manage Media', 'Add Show Photos'],
    ...['Admin Settings', 'Accounting', 'Mail log', 'Background tasks', 'Errors', 'Audit log'],
  ];
  expect(tools.map(({ label }) => label).filter((label) => overview.includes(label))).toEqual(overview);
  const below = [
    'Manage Media',
    'Manage Shows',
    'Add Show Photos',
    'Add Show Member',
    'Manage Users',
    'Admin Settings',
  ];
  expect(inNavigation.map(({ label }) => label).filter((label) => below.includes(label))).toEqual(below);
});

test('the navigation contains exactly the tools that declare a position in it', () => {
  const placed = tools.filter((tool) => tool.inNavigation !== undefined).map(({ href }) => href);
  expect(inNavigation.map(({ href }) => href).toSorted()).toEqual(placed.toSorted());
});
