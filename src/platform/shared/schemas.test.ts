import { expect, test } from 'vitest';
import { personName } from './schemas.ts';

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
])('nobody can have %s mailed as somebody’s name', (typed) => {
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
])('%s is a name, and stays as it was typed', (typed) => expect(name.parse(typed)).toBe(typed));
