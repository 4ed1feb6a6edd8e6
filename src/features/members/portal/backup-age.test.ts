import { expect, test } from 'vitest';
import { formatBackupStatus } from './backup-age.ts';

test.each([
  ['', 'No backup has been made yet.', true],
  ['2026-11-21T03:00:00+00:00', 'The last backup was made on Saturday 21 November 2026 at 3am.', false],
  ['2026-11-13T03:00:00+00:00', 'The last backup was made on Friday 13 November 2026 at 3am.', false],
  ['2026-11-12T23:59:00+00:00', 'The last backup is 9 days old: it was made on 12 November 2026.', true],
])('of a backup made “%s” it is said: %s', (last, words, due) => {
  expect(formatBackupStatus(last, '2026-11-21')).toEqual({ words, due });
});
