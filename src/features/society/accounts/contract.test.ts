import { expect, test } from 'vitest';
import { phoneField } from './contract.ts';

const phone = phoneField('Enter your phone number.');

test.each([
  '01632 960118',
  '(01632) 960118',
  '+44 (0)1632 960118',
  '+44-1632-960118',
  '01632.960118 x3',
  '01632 960118 ext. 12',
])('the phone number %s is accepted as it was typed', (typed) => {
  expect(phone.parse(` ${typed} `)).toBe(typed);
});

test.each(['', '(', '()', 'ask Ann', '01632 960118 or Ann'])('“%s” isn’t accepted as a phone number', (typed) => {
  expect(phone.safeParse(typed).success).toBe(false);
});
