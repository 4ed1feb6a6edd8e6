import { expect, test } from 'vitest';
import { describeBackup, describeOffsiteCopy, describeRestoreTrial, formatDiskWarning } from './admin-tools-text.ts';

test.each([
  ['', 'No backup has been made yet.', true],
  ['2026-11-21T03:00:00+00:00', 'The last backup was made on Saturday 21 November 2026 at 3am.', false],
  ['2026-11-13T03:00:00+00:00', 'The last backup was made on Friday 13 November 2026 at 3am.', false],
  ['2026-11-12T23:59:00+00:00', 'The last backup is 9 days old: it was made on 12 November 2026.', true],
])('a last backup at “%s” is described as: %s', (last, words, due) => {
  expect(describeBackup(last, '2026-11-21')).toEqual({ words, due });
});

test('the disk warning appears only when the disk is full or nearly full', () => {
  expect(formatDiskWarning({ isFull: false, takesNoFiles: false })).toBe('');
  expect(formatDiskWarning({ isFull: false, takesNoFiles: true })).toContain('nearly full');
  expect(formatDiskWarning({ isFull: true, takesNoFiles: true })).toContain('nothing can be saved');
});

const detail = '412 MB in players at store.example';
test.each([
  [undefined, 'No off-site copy of a backup has been made yet.', true],
  [
    '2026-11-19T03:40:00+00:00',
    `The last off-site copy was made on Thursday 19 November 2026 at 3.40am: ${detail}.`,
    false,
  ],
  ['2026-11-18T23:59:00+00:00', 'The last off-site copy is 3 days old: it was made on 18 November 2026.', true],
])('a last off-site copy at “%s” is described as: %s', (at, words, due) => {
  expect(describeOffsiteCopy(at === undefined ? undefined : { at, detail }, '2026-11-21')).toEqual({ words, due });
});

test('a trial restore is due a month after the first backup, and a year after each trial', () => {
  const today = '2026-11-21';
  const formatTrial = (firstBackup: string, at?: string, name = 'Ruth Hale') =>
    describeRestoreTrial(at === undefined ? undefined : { at, name }, { firstBackup, today });
  const first = '2025-01-01T03:20:00+00:00';
  expect(formatTrial('')).toEqual({ words: '', due: false });
  expect(formatTrial('2026-10-22T03:20:00+00:00').due).toBe(false);
  expect(formatTrial('2026-10-21T03:20:00+00:00')).toEqual({ words: 'Nobody has tried a restore yet.', due: true });
  expect(formatTrial(first, '2025-11-21T12:00:00+00:00')).toEqual({
    words: 'The last restore was tried on 21 November 2025, recorded by Ruth Hale.',
    due: false,
  });
  expect(formatTrial(first, '2025-11-21T12:00:00+00:00', '').words).toMatch(/on 21 November 2025\.$/);
  expect(formatTrial(first, '2025-11-20T12:00:00+00:00').due).toBe(true);
});
