import { expect, test } from 'vitest';
import { buildPictureSrcset } from '#platform/shared/picture-sizes.ts';
import { buildSrcset } from './picture.ts';

// The browser has its own copy of the function, because a shared module would be larger
test('screens and texts offer the same picture sizes', () => {
  expect(buildSrcset('/media/one/hall.jpg')).toBe(buildPictureSrcset('/media/one/hall.jpg'));
});
