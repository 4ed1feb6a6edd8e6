import { expect, test } from 'vitest';
import { adminTools, overviewTools } from './admin-tools.ts';

test('the overview leads to every page of the navigation, and to each tool once', () => {
  const links = overviewTools.map(({ href }) => href);
  expect(new Set(links).size).toBe(links.length);
  for (const { href } of adminTools) expect(links).toContain(href);
  // What is in no navigation would otherwise be found by nobody
  expect(links).toEqual(
    expect.arrayContaining(['/members/admin/corrections', '/members/admin/mails', '/members/admin/audit']),
  );
});
