import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isActionUrl } from './action-url.ts';

const actions = ['/members/logout', '/members/api', '/members/api/delete_file/TZdI6uMZ30qVwbJo'];

test.each([
  ...actions,
  '/members/logout/',
  '/members/logout?react',
  '/members/logout#top',
  '/Members/LOGOUT',
  '/members/./logout',
  '/members/docs/../logout',
  '/members/%6Cogout',
  '/%6dembers/logout',
  '/members%2Flogout',
  '/members%5clogout',
  '/members\\logout',
  '//players.example/members/logout',
  'https://players.example/members/logout',
  'HTTPS://ann@players.example:8443//members//api/x',
])('the URL “%s” performs an action when it is opened', (address) => {
  expect(isActionUrl(address)).toBe(true);
});

test.each([
  '',
  '/',
  '/members',
  '/members/docs',
  '/members/logout-help',
  '/members/apiary',
  '/blog/members/logout',
  '/blog?next=/members/logout',
  '#/members/logout',
  '/members/%zz',
  'https://',
  'mailto:members@players.example',
  'https://players.example/past-shows',
])('the URL “%s” performs no action when it is opened', (address) => {
  expect(isActionUrl(address)).toBe(false);
});

test('a URL that performs an action is recognised however its letters are encoded', () => {
  const encoded = fc
    .constantFrom(...actions)
    .chain((path) =>
      fc
        .tuple(...[...path].map((letter) => fc.constantFrom(letter, letter.toUpperCase(), percentEncode(letter))))
        .map((letters) => `/${letters.join('').replace(/^(\/|%2f)/, '')}`),
    );
  fc.assert(fc.property(encoded, (address) => isActionUrl(address)));
});

const percentEncode = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
