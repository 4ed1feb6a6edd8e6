import { expect, test } from 'vitest';
import { findRedirectTarget, resolveInternalLink } from './links.ts';

const here = new URL('https://lanternside.example/past-shows?genre=Comedy');
const plain = { button: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, defaultPrevented: false };
const link = (href: string, more = {}) => ({
  href: new URL(href, here).href,
  target: '',
  rel: '',
  download: false,
  ...more,
});

test('a plain click on a link within the site is handled without loading a new document', () => {
  expect(resolveInternalLink(plain, link('/past-shows/abc/Blithe_Spirit'), here)?.pathname).toBe(
    '/past-shows/abc/Blithe_Spirit',
  );
  expect(resolveInternalLink(plain, link('?genre=Drama'), here)?.search).toBe('?genre=Drama');
  expect(resolveInternalLink(plain, link('/', { target: '_self' }), here)?.pathname).toBe('/');
});

test('a link to a section of another page is handled without loading a new document', () => {
  expect(resolveInternalLink(plain, link('/about-us#map'), here)?.hash).toBe('#map');
});

test.each([
  ['a new tab by key', { ...plain, ctrlKey: true }, {}],
  ['a new tab on a Mac', { ...plain, metaKey: true }, {}],
  ['a new window', { ...plain, shiftKey: true }, {}],
  ['saving by key', { ...plain, altKey: true }, {}],
  ['the middle button', { ...plain, button: 1 }, {}],
  ['a click that a control has dealt with', { ...plain, defaultPrevented: true }, {}],
  ['a link that names a new tab', plain, { target: '_blank' }],
  ['a download', plain, { download: true }],
  ['a link marked as leading out', plain, { rel: 'noopener external' }],
  ['another site', plain, { href: 'https://elsewhere.example/' }],
  ['another port of ours', plain, { href: 'https://lanternside.example:8443/' }],
  ['the URL of a call', plain, { href: 'https://lanternside.example/members/api/delete_file/abc' }],
  ['mail', plain, { href: 'mailto:secretary@lanternside.example' }],
  ['a script', plain, { href: 'javascript:alert(1)' }],
  ['an invalid URL', plain, { href: 'https://' }],
  ['a part of this page', plain, { href: `${here.href}#top` }],
  ['the top of this page', plain, { href: `${here.href}#` }],
])('%s is left to the browser', (_what, click, more) => {
  expect(resolveInternalLink(click, link('/', more), here)).toBeNull();
});

test.each([
  ['/members', true],
  ['members', true],
  ['?page=2', true],
  ['https://lanternside.example/blog', true],
  ['//tickets.example/show', false],
  ['http://tickets.example', false],
])('the target of a redirect to %s is valid (inside the site: %s)', (url, inside) => {
  expect(findRedirectTarget(url, here.href)?.inside).toBe(inside);
});

test.each(['javascript:alert(1)', 'data:text/html,hello', 'file:///etc/passwd', 'https://', ' javascript:alert(1)'])(
  'a redirect to %s is not followed',
  (url) => {
    expect(findRedirectTarget(url, here.href)).toBeNull();
  },
);
