import { expect, test } from 'vitest';
import { formatDiskStatus } from './disk-text.ts';

test('admins hear of a disk that is nearly full before it is, and of no other', () => {
  expect(formatDiskStatus({ isFull: false, takesNoFiles: false })).toBe('');
  expect(formatDiskStatus({ isFull: false, takesNoFiles: true })).toContain('nearly full');
  expect(formatDiskStatus({ isFull: true, takesNoFiles: true })).toContain('nothing can be saved');
});
