import { expect, test } from 'vitest';
import { isRepeatedFragmentClick } from './tabs.tsx';

const here = new URL('https://lanternside.example/members/login?next=1#register');
const plain = { button: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, defaultPrevented: false };

test('a link to the fragment that is already in the URL opens its tab again', () => {
  expect(isRepeatedFragmentClick(plain, here.href, here)).toBe(true);
});

test.each([
  ['another fragment', plain, 'https://lanternside.example/members/login?next=1#reset', here],
  ['another page', plain, 'https://lanternside.example/members#register', here],
  ['the page without a fragment', plain, 'https://lanternside.example/a', new URL('https://lanternside.example/a')],
  ['a new tab of the browser', { ...plain, ctrlKey: true }, here.href, here],
  ['a tab, which opens itself', { ...plain, defaultPrevented: true }, here.href, here],
])('a click on a link to %s doesn’t open the tab again', (_, click, href, url) => {
  expect(isRepeatedFragmentClick(click, href, url)).toBe(false);
});
