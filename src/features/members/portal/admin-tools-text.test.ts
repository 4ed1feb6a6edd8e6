import { expect, test } from 'vitest';
import { formatBackupStatus, formatDiskStatus } from './admin-tools-text.ts';

test.each([
  ['', 'No backup has been made yet.', true],
  ['2026-11-21T03:00:00+00:00', 'The last backup was made on Saturday 21 November 2026 at 3am.', false],
  ['2026-11-13T03:00:00+00:00', 'The last backup was made on Friday 13 November 2026 at 3am.', false],
  ['2026-11-12T23:59:00+00:00', 'The last backup is 9 days old: it was made on 12 November 2026.', true],
])('a last backup at “%s” is described as: %s', (last, words, due) => {
  expect(formatBackupStatus(last, '2026-11-21')).toEqual({ words, due });
});

test('the disk warning appears only when the disk is full or nearly full', () => {
  expect(formatDiskStatus({ isFull: false, takesNoFiles: false })).toBe('');
  expect(formatDiskStatus({ isFull: false, takesNoFiles: true })).toContain('nearly full');
  expect(formatDiskStatus({ isFull: true, takesNoFiles: true })).toContain('nothing can be saved');
});
