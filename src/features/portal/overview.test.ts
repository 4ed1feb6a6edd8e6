import { expect, test } from 'vitest';
import { adminTools } from './navigation.ts';
import { backupInWords, overviewTools } from './overview.ts';

test('the overview leads to every page of the navigation, and to each tool once', () => {
  const links = overviewTools.map(({ href }) => href);
  expect(new Set(links).size).toBe(links.length);
  for (const { href } of adminTools) expect(links).toContain(href);
  // What is in no navigation would otherwise be found by nobody
  expect(links).toEqual(
    expect.arrayContaining(['/members/admin/corrections', '/members/admin/mails', '/members/admin/audit']),
  );
});

test.each([
  ['', 'No backup has been made yet.', true],
  ['2026-11-21T03:00:00+00:00', 'The last backup was made on Saturday 21 November 2026 at 3am.', false],
  ['2026-11-13T03:00:00+00:00', 'The last backup was made on Friday 13 November 2026 at 3am.', false],
  ['2026-11-12T23:59:00+00:00', 'The last backup is 9 days old: it was made on 12 November 2026.', true],
])('of a backup made “%s” it is said: %s', (last, words, due) => {
  expect(backupInWords(last, '2026-11-21')).toEqual({ words, due });
});
