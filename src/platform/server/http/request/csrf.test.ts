import { expect, test } from 'vitest';
import {
  isFirstPartyRequest,
  isProgrammaticRequest,
  type Provenance,
  type RequestPurpose,
  refuseCrossSite,
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
  ['a picture of ours that is fetched as by a script', { ...byScript, secFetchDest: 'image' }, false],
  ['a typeface of ours', { ...byScript, secFetchDest: 'font' }, false],
  ['whoever asks for the headers alone', { method: 'HEAD' }, false],
  ['a script that asks for the headers alone', { method: 'HEAD', ...byScript }, false],
  ['an address typed', { secFetchSite: 'none', secFetchMode: 'navigate' }, false],
  ['a link elsewhere', { secFetchSite: 'cross-site', secFetchMode: 'navigate' }, false],
  ['a script elsewhere', { secFetchSite: 'cross-site', secFetchMode: 'cors', origin: 'https://evil.example' }, false],
  ['a neighbour of the same domain', { secFetchSite: 'same-site', secFetchMode: 'cors' }, false],
  ['an old browser’s script elsewhere', { origin: 'https://evil.example' }, false],
  // Browsers send no `Sec-Fetch-…` headers over plain http
  ['a script of ours by plain http', { isBrowser: true, referer: `${own}/members/show/1` }, true],
  ['a script tag by plain http that hides where it stands', { isBrowser: true }, false],
  ['a link by plain http', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, false],
  ['a link of ours by plain http', { accept: 'text/html,*/*;q=0.8', referer: `${own}/` }, false],
  ['a picture by plain http', { accept: 'image/avif,image/webp,*/*;q=0.8' }, false],
  ['a script tag of a neighbour by plain http', { referer: 'https://players.example:8080/' }, false],
  ['a page that names no address of its own', { referer: 'about:blank' }, false],
] as const)(
  'the origin of a GET request that changes something is checked when it is sent by %s',
  (_who, some, allowed) => {
    const attempt = () => requireScriptFetch(from(some));
    if (allowed) expect(attempt).not.toThrow();
    else expect(attempt).toThrow('another website');
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
  ['the same where browsers say nothing of themselves', { navigates: true }, false],
  ['a link', { secFetchSite: 'same-origin', secFetchMode: 'navigate', accept: 'text/html,*/*;q=0.8' }, false],
  ['a link where browsers say nothing of themselves', { accept: 'text/html,*/*;q=0.8' }, false],
  ['a picture', { accept: 'image/avif,image/webp,*/*;q=0.8' }, false],
  ['a script tag by plain http that hides where it stands', { isBrowser: true }, false],
  ['a browser that fetches ahead', { secFetchSite: 'same-origin', secFetchMode: 'cors', purpose: 'prefetch' }, false],
  ['a script elsewhere', { secFetchSite: 'cross-site', secFetchMode: 'cors', origin: 'https://evil.example' }, false],
  ['whoever only asks whether it is there', { method: 'HEAD' }, false],
] as const)('the origin of a request for private data is checked when it is sent by %s', (_who, some, told) => {
  const errand: RequestPurpose = { ...from({}), purpose: undefined, ...some };
  expect(isProgrammaticRequest(errand)).toBe(told);
});

const shown = 'text/html,*/*;q=0.8';
const opened = { secFetchMode: 'navigate', secFetchDest: 'document' };
test.each([
  ['a link of ours', { ...opened, secFetchSite: 'same-origin', accept: shown }, true],
  ['a script of ours', { ...byScript, secFetchDest: 'empty' }, true],
  ['a link elsewhere', { ...opened, secFetchSite: 'cross-site', accept: shown }, false],
  ['an address typed', { ...opened, secFetchSite: 'none', accept: shown }, false],
  ['a picture on our pages', { secFetchSite: 'same-origin', secFetchMode: 'no-cors', secFetchDest: 'image' }, false],
  ['a picture on our pages fetched as by a script', { ...byScript, secFetchDest: 'image' }, false],
  ['a film on our pages', { secFetchSite: 'same-origin', secFetchMode: 'no-cors', secFetchDest: 'video' }, false],
  ['a frame on our pages', { ...opened, secFetchSite: 'same-origin', secFetchDest: 'iframe' }, false],
  ['a picture on our pages by plain http', { accept: 'image/avif,*/*', referer: `${own}/` }, false],
  ['whoever asks for the headers alone', { method: 'HEAD' }, false],
  ['a client that is no browser', {}, true],
  ['a link of ours by plain http', { accept: shown, referer: `${own}/members` }, true],
  ['a link elsewhere by plain http', { accept: shown, referer: 'https://evil.example/' }, false],
  ['a link by plain http that hides where it stands', { accept: shown }, false],
  ['a script tag by plain http that hides where it stands', { isBrowser: true }, false],
  ['a picture elsewhere by plain http', { accept: 'image/*', referer: 'https://evil.example/' }, false],
] as const)('a URL that performs an action checks the origin when it is opened by %s', (_who, some, acts) => {
  expect(isFirstPartyRequest(from(some))).toBe(acts);
});

test.each(['POST', 'DELETE', 'PUT', 'PATCH'])(
  'either Origin or Sec-Fetch-Site is enough to refuse a %s from another site',
  (method) => {
    expect(() => refuseCrossSite(from({ method, origin: 'https://evil.example' }))).toThrow();
    expect(() => refuseCrossSite(from({ method, origin: 'null' }))).toThrow();
    expect(() => refuseCrossSite(from({ method, secFetchSite: 'cross-site' }))).toThrow();
    expect(() => refuseCrossSite(from({ method, secFetchSite: 'same-site' }))).toThrow();
    expect(() => refuseCrossSite(from({ method, origin: own, secFetchSite: 'same-origin' }))).not.toThrow();
    expect(() => refuseCrossSite(from({ method }))).not.toThrow();
  },
);
