import { expect, test } from 'vitest';
import { diskInWords } from './disk-text.ts';

test('admins hear of a disk that is nearly full before it is, and of no other', () => {
  expect(diskInWords({ isFull: false, takesNoFiles: false })).toBe('');
  expect(diskInWords({ isFull: false, takesNoFiles: true })).toContain('nearly full');
  expect(diskInWords({ isFull: true, takesNoFiles: true })).toContain('nothing can be saved');
});
