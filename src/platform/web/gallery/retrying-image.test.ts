import { expect, test } from 'vitest';
import { buildPictureSrcset } from '#platform/shared/pictures.ts';
import { buildOwnPictureSrcset } from './retrying-image.tsx';

// The browser has its own copy of the function, because a shared module would be larger
test('the browser’s and the server’s srcset of a picture offer the same sizes', () => {
  expect(buildOwnPictureSrcset('/media/one/hall.jpg')).toBe(buildPictureSrcset('/media/one/hall.jpg'));
});
