import { expect, test } from 'vitest';
import { personName, requiredSingleLine, singleLine } from './schemas.ts';

const name = personName('Enter a name.');

test.each([
  'http://evil.example/verify',
  'www.evil',
  'evil.example',
  'evil.example, now',
  'ann@evil.example',
  'evil\u3002example',
  'evil\uff0eexample',
  'evil\uff61example',
  'evil\u2024com',
  'evil\ufe52com',
  'evil.\u200bcom',
  'evil\u00ad.com',
  'ｅｖｉｌ．ｃｏｍ',
  'почта.рф',
  'evil\uff0fverify',
  'http\uff1a\u2215\u2215evil',
  'ann\uff20evil',
])('the name %s is refused', (typed) => {
  expect(name.safeParse(typed).success).toBe(false);
});

test.each([
  'Ann',
  'J. R.',
  'J.R.',
  'St. John',
  'Mary-Jane O’Neill',
  'Zoë',
  '山田 花子',
  'Ng',
  'Martin Luther Jr.',
  'Áine·Ní',
])('the name %s is accepted unchanged', (typed) => expect(name.parse(typed)).toBe(typed));

test.each([
  ['An\u202en', 'Ann'],
  ['\u200bAnn\u2069', 'Ann'],
  ['A\u200dnn', 'Ann'],
])('a name typed as %j is stored as %j', (typed, stored) => expect(name.parse(typed)).toBe(stored));

test.each(['\u200b', '\u202e\u202c', ' \u2060 ', '\u3164'])('the invisible name %j is refused', (typed) => {
  expect(name.safeParse(typed).error?.issues[0]?.message).toBe('Enter a name.');
});

test('a line’s length is measured after the line is cleaned for storage', () => {
  const spaced = `${'\u200b'.repeat(10)}12345\n`;
  expect(singleLine(5).parse(spaced)).toBe('12345');
  expect(requiredSingleLine('Enter it.', 5).parse(spaced)).toBe('12345');
  expect(singleLine(5).parse('')).toBe('');
  expect(singleLine(5).safeParse('123456').error?.issues[0]?.message).toBe('Keep this to 5 characters or fewer.');
  expect(requiredSingleLine('Enter it.', 5, 'Too long.').safeParse('123456').error?.issues[0]?.message).toBe(
    'Too long.',
  );
  expect(requiredSingleLine('Enter it.', 5).safeParse(undefined).error?.issues[0]?.message).toBe('Enter it.');
});
