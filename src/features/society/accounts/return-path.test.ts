import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portalHomePath, resolveReturnPath } from './return-path.ts';

test.each([
  '/members/docs',
  '/members/shows?page=2',
  '/members/show/TZdI6uMZ30qVwbJo',
  '/members/file/TZdI6uMZ30qVwbJo/Call_sheet_%E2%80%93_week_2.pdf',
  '/members/logout-help',
])('signing in at %s leads back to that page', (path) => {
  expect(resolveReturnPath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  '/members',
  '/',
  '/past-shows',
  'https://evil.example/members/docs',
  '//evil.example',
  '/\\evil.example',
  '/members/../..//evil.example',
  '/members/%2e%2e//evil.example',
  '/members/.%2E/%2e./evil',
  '/members//evil.example',
  '/members/%2Fevil.example',
  '/members/%5Cevil.example',
  'javascript:alert(1)',
  '/members/docs\r\nset-cookie: session=mine',
  '/members/%zz',
  // These paths would sign out somebody who has just signed in, or make a call
  '/members/logout',
  '/members/logout?react',
  '/members/./logout',
  '/members/docs/../logout/',
  '/members/%6Cogout',
  '/members/api/delete_file/TZdI6uMZ30qVwbJo',
  '/members/./api/x',
  '/members/%61pi/x',
])('the return path %j leads to the dashboard', (path) => {
  expect(resolveReturnPath(path)).toBe(portalHomePath);
});

test('any return path leads to a members’ page of this site', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2F',
    '\\',
    'members',
    'api',
    'logout',
    'evil.example',
    ':',
    '@',
    '?',
    'a',
  );
  const anything = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => `/members/${pieces.join('')}`),
  );
  fc.assert(
    fc.property(anything, (path) => {
      const { origin, pathname } = new URL(resolveReturnPath(path), 'http://players.example');
      expect(origin).toBe('http://players.example');
      expect(decodeURIComponent(pathname)).toMatch(/^\/members\/(?!logout(\/|$)|api\/|\/)/);
    }),
  );
});
