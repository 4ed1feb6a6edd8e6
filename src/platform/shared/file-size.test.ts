import { expect, test } from 'vitest';
import { formatFileSize, validateFileSize } from './file-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [9_940_000, '9.9 MB'],
  [9_960_000, '10 MB'],
  [999_499_999, '999 MB'],
  [1_500_000_000, '1.5 GB'],
])('the file size %i is formatted as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

test('an empty or oversized file is rejected, and a file exactly at the limit is accepted', () => {
  expect(validateFileSize({ size: 0 }, 50_000_000)).toBe('This file is empty. Save it again, or choose another file.');
  expect(validateFileSize({ size: 50_000_000 }, 50_000_000)).toBe('');
  expect(validateFileSize({ size: 500_000_000 }, 50_000_000)).toBe(
    'This file is 500 MB; the limit is 50 MB. Make it smaller, or split it into parts.',
  );
});
