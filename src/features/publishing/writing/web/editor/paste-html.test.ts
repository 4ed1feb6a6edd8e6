import { expect, test } from 'vitest';
import { findOwnPicture } from './paste-html.ts';

const site = 'https://players.example';

test.each([
  ['/media/abcdefghijklmnop/a.png', '/media/abcdefghijklmnop/a.png'],
  [`${site}/media/abcdefghijklmnop/a.png?size=1`, '/media/abcdefghijklmnop/a.png'],
  ['https://elsewhere.example/media/abcdefghijklmnop/a.png', undefined],
  ['https://', undefined],
  ['http://[image]', undefined],
])('a pasted picture at %s has the path %s on this site', (url, path) => {
  expect(findOwnPicture(url, site)).toBe(path);
});
