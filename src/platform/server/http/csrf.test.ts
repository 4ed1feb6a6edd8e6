import { expect, test } from 'vitest';
import { type Errand, isProgramsErrand, type Provenance, refuseForeign, refuseUnlessFetched } from './csrf.ts';

const own = 'https://players.example';
const from = (some: Partial<Provenance>): Provenance => ({
  method: 'GET',
  origin: undefined,
  secFetchSite: undefined,
  secFetchMode: undefined,
  own,
  ...some,
});

test.each([
  ['a script of ours', { secFetchSite: 'same-origin', secFetchMode: 'cors' }, true],
  ['a client that is no browser', {}, true],
  ['a program by Node’s own fetch', { secFetchMode: 'cors' }, true],
  ['a link of ours', { secFetchSite: 'same-origin', secFetchMode: 'navigate' }, false],
  ['a picture of ours', { secFetchSite: 'same-origin', secFetchMode: 'no-cors' }, false],
  ['an address typed', { secFetchSite: 'none', secFetchMode: 'navigate' }, false],
  ['a link elsewhere', { secFetchSite: 'cross-site', secFetchMode: 'navigate' }, false],
  ['a script elsewhere', { secFetchSite: 'cross-site', secFetchMode: 'cors', origin: 'https://evil.example' }, false],
  ['a neighbour of the same domain', { secFetchSite: 'same-site', secFetchMode: 'cors' }, false],
  ['an old browser’s script elsewhere', { origin: 'https://evil.example' }, false],
] as const)('a GET that changes something, made by %s', (_who, some, allowed) => {
  const asked = () => refuseUnlessFetched(from(some));
  if (allowed) expect(asked).not.toThrow();
  else expect(asked).toThrow('another website');
});

test.each([
  ['a program', {}, true],
  ['a program by Node’s own fetch', { secFetchMode: 'cors' }, true],
  ['another client’s script on our pages', { secFetchSite: 'same-origin', secFetchMode: 'cors' }, true],
  [
    'our own script on its way to a page',
    { secFetchSite: 'same-origin', secFetchMode: 'cors', navigates: true },
    false,
  ],
  ['the same where browsers say nothing of themselves', { navigates: true }, false],
  ['a link', { secFetchSite: 'same-origin', secFetchMode: 'navigate', accept: 'text/html,*/*;q=0.8' }, false],
  ['a link where browsers say nothing of themselves', { accept: 'text/html,*/*;q=0.8' }, false],
  ['a picture', { accept: 'image/avif,image/webp,*/*;q=0.8' }, false],
  ['a browser that fetches ahead', { secFetchSite: 'same-origin', secFetchMode: 'cors', purpose: 'prefetch' }, false],
  ['a script elsewhere', { secFetchSite: 'cross-site', secFetchMode: 'cors', origin: 'https://evil.example' }, false],
  ['whoever only asks whether it is there', { method: 'HEAD' }, false],
] as const)('what may be told only to whoever means to ask, asked by %s', (_who, some, told) => {
  const errand: Errand = { ...from({}), accept: '*/*', purpose: undefined, navigates: false, ...some };
  expect(isProgramsErrand(errand)).toBe(told);
});

test.each(['POST', 'DELETE', 'PUT', 'PATCH'])('a %s from another site is refused by either header', (method) => {
  expect(() => refuseForeign(from({ method, origin: 'https://evil.example' }))).toThrow();
  expect(() => refuseForeign(from({ method, origin: 'null' }))).toThrow();
  expect(() => refuseForeign(from({ method, secFetchSite: 'cross-site' }))).toThrow();
  expect(() => refuseForeign(from({ method, secFetchSite: 'same-site' }))).toThrow();
  expect(() => refuseForeign(from({ method, origin: own, secFetchSite: 'same-origin' }))).not.toThrow();
  expect(() => refuseForeign(from({ method }))).not.toThrow();
});
