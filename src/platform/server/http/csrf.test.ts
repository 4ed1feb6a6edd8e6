import { expect, test } from 'vitest';
import { type Provenance, refuseForeign, refuseUnlessFetched } from './csrf.ts';

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

test.each(['POST', 'DELETE', 'PUT', 'PATCH'])('a %s from another site is refused by either header', (method) => {
  expect(() => refuseForeign(from({ method, origin: 'https://evil.example' }))).toThrow();
  expect(() => refuseForeign(from({ method, origin: 'null' }))).toThrow();
  expect(() => refuseForeign(from({ method, secFetchSite: 'cross-site' }))).toThrow();
  expect(() => refuseForeign(from({ method, secFetchSite: 'same-site' }))).toThrow();
  expect(() => refuseForeign(from({ method, origin: own, secFetchSite: 'same-origin' }))).not.toThrow();
  expect(() => refuseForeign(from({ method }))).not.toThrow();
});
