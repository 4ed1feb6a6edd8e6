import { expect, test } from 'vitest';
import { formatPhotoAndVideoCounts } from './photo-counts.ts';

test('photographs and videos are counted separately; a count of 0 is left out, and nothing at all is “0 photographs”', () => {
  expect(formatPhotoAndVideoCounts(1, 0)).toBe('1 photograph');
  expect(formatPhotoAndVideoCounts(0, 1)).toBe('1 video');
  expect(formatPhotoAndVideoCounts(12, 2)).toBe('12 photographs and 2 videos');
  expect(formatPhotoAndVideoCounts(0, 0)).toBe('0 photographs');
});
