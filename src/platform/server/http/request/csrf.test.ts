import { expect, test } from 'vitest';
import {
  isFirstPartyRequest,
  isProgrammaticRequest,
  type Provenance,
  type ProvenanceWithPurpose,
  refuseCrossSiteRequest,
  requireScriptFetch,
} from './csrf.ts';

const own = 'https://players.example';
const from = (some: Partial<Provenance>): Provenance => ({
  method: 'GET',
  origin: undefined,
  secFetchSite: undefined,
  secFetchMode: undefined,
  secFetchDest: undefined,
  accept: '*/*',
  referer: undefined,
  isBrowser: false,
  navigates: false,
  ownOrigin: own,
  ...some,
});

const byScript = { secFetchSite: 'same-origin', secFetchMode: 'cors' };

test.each([
  ['a script of ours', { ...byScript, secFetchDest: 'empty' }, true],
  ['a script of ours in an older browser', byScript, true],
  ['a client that is no browser', {}, true],
  ['our own script that follows a link in somebody’s text', { ...byScript, navigates: true }, false],
  ['a program by Node’s own fetch', { secFetchMode: 'cors' }, true],
  ['a link of ours', { secFetchSite: 'same-origin', secFetchMode: 'navigate' }, false],
  ['a picture of ours', { secFetchSite: 'same-origin', secFetchMode: 'no-cors' }, false],
  ['a picture of ours fetched with the mode of a script', { ...byScript, secFetchDest: 'image' }, false],
  ['a typeface of ours', { ...byScript, secFetchDest: 'font' }, false],
  ['a client that requests only the headers', { method: 'HEAD' }, false],
  ['a script that requests only the headers', { method: 'HEAD', ...byScript }, false],
  ['a typed address', { secFetchSite: 'none', secFetchMode: 'navigate' }, false],
  ['a link on another site', { secFetchSite: 'cross-site', secFetchMode: 'navigate' }, false],
  ['a script elsewhere', { secFetchSite: 'cross-site', secFetchMode: 'cors', origin: 'https://evil.example' }, false],
  ['a neighbour of the same domain', { secFetchSite: 'same-site', secFetchMode: 'cors' }, false],
  ['an old browser’s script elsewhere', { origin: 'https://evil.example' }, false],
  // Browsers send no `Sec-Fetch-…` headers over plain http
  ['a script of ours by plain http', { isBrowser: true, referer: `${own}/members/show/1` }, true],
  ['a script tag by plain http without a referrer', { isBrowser: true }, false],
  ['a link by plain http', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, false],
  ['a link of ours by plain http', { accept: 'text/html,*/*;q=0.8', referer: `${own}/` }, false],
  ['a picture by plain http', { accept: 'image/avif,image/webp,*/*;q=0.8' }, false],
  ['a script tag of a neighbour by plain http', { referer: 'https://players.example:8080/' }, false],
  ['a page whose referrer is about:blank', { referer: 'about:blank' }, false],
] as const)(
  'a GET request that changes data is allowed only for our own scripts and for programs: %s',
  (_who, some, allowed) => {
    const attempt = () => requireScriptFetch(from(some));
    if (allowed) expect(attempt).not.toThrow();
    else expect(attempt).toThrow('a form or button on this site');
  },
);

test.each([
  ['a program', {}, true],
  ['a program by Node’s own fetch', { secFetchMode: 'cors' }, true],
  ['another client’s script on our pages', { secFetchSite: 'same-origin', secFetchMode: 'cors' }, true],
  [
    'our own script on its way to a page',
    { secFetchSite: 'same-origin', secFetchMode: 'cors', navigates: true },
    false,
  ],
  ['our own script by plain http', { navigates: true }, false],
  ['a link', { secFetchSite: 'same-origin', secFetchMode: 'navigate', accept: 'text/html,*/*;q=0.8' }, false],
  ['a link by plain http', { accept: 'text/html,*/*;q=0.8' }, false],
  ['a picture', { accept: 'image/avif,image/webp,*/*;q=0.8' }, false],
  ['a script tag by plain http without a referrer', { isBrowser: true }, false],
  ['a browser that fetches ahead', { secFetchSite: 'same-origin', secFetchMode: 'cors', purpose: 'prefetch' }, false],
  ['a script elsewhere', { secFetchSite: 'cross-site', secFetchMode: 'cors', origin: 'https://evil.example' }, false],
  ['a client that requests only the headers', { method: 'HEAD' }, false],
] as const)('a request for private data is recognised as a program’s or a browser’s: %s', (_who, some, told) => {
  const errand: ProvenanceWithPurpose = { ...from({}), purpose: undefined, ...some };
  expect(isProgrammaticRequest(errand)).toBe(told);
});

const shown = 'text/html,*/*;q=0.8';
const opened = { secFetchMode: 'navigate', secFetchDest: 'document' };
test.each([
  ['a link of ours', { ...opened, secFetchSite: 'same-origin', accept: shown }, true],
  ['a script of ours', { ...byScript, secFetchDest: 'empty' }, true],
  ['a link on another site', { ...opened, secFetchSite: 'cross-site', accept: shown }, false],
  ['a typed address', { ...opened, secFetchSite: 'none', accept: shown }, false],
  ['a picture on our pages', { secFetchSite: 'same-origin', secFetchMode: 'no-cors', secFetchDest: 'image' }, false],
  ['a picture on our pages fetched with the mode of a script', { ...byScript, secFetchDest: 'image' }, false],
  ['a video on our pages', { secFetchSite: 'same-origin', secFetchMode: 'no-cors', secFetchDest: 'video' }, false],
  ['a frame on our pages', { ...opened, secFetchSite: 'same-origin', secFetchDest: 'iframe' }, false],
  ['a picture on our pages by plain http', { accept: 'image/avif,*/*', referer: `${own}/` }, false],
  ['a client that requests only the headers', { method: 'HEAD' }, false],
  ['a client that is no browser', {}, true],
  ['a link of ours by plain http', { accept: shown, referer: `${own}/members` }, true],
  ['a link elsewhere by plain http', { accept: shown, referer: 'https://evil.example/' }, false],
  ['a link by plain http without a referrer', { accept: shown }, false],
  ['a script tag by plain http without a referrer', { isBrowser: true }, false],
  ['a picture elsewhere by plain http', { accept: 'image/*', referer: 'https://evil.example/' }, false],
] as const)('a URL that performs an action acts only for our own pages and for programs: %s', (_who, some, acts) => {
  expect(isFirstPartyRequest(from(some))).toBe(acts);
});

test.each(['POST', 'DELETE', 'PUT', 'PATCH'])(
  'either Origin or Sec-Fetch-Site is enough to refuse a %s from another site',
  (method) => {
    expect(() => refuseCrossSiteRequest(from({ method, origin: 'https://evil.example' }))).toThrow();
    expect(() => refuseCrossSiteRequest(from({ method, origin: 'null' }))).toThrow();
    expect(() => refuseCrossSiteRequest(from({ method, secFetchSite: 'cross-site' }))).toThrow();
    expect(() => refuseCrossSiteRequest(from({ method, secFetchSite: 'same-site' }))).toThrow();
    expect(() => refuseCrossSiteRequest(from({ method, origin: own, secFetchSite: 'same-origin' }))).not.toThrow();
    expect(() => refuseCrossSiteRequest(from({ method }))).not.toThrow();
  },
);
