import { expect, test } from 'vitest';
import { sizesOffered } from '#platform/shared/picture-sizes.ts';
import { sizesAt } from './picture.ts';

// The browser has its own copy: it weighs less than what both would share
test('screens and texts offer the same sizes of a picture', () => {
  expect(sizesAt('/media/one/hall.jpg')).toBe(sizesOffered('/media/one/hall.jpg'));
});
