import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatErasedName, isAnonymousName, phoneField } from './contract.ts';

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

test.each([
  ['Ruth Calloway', 'R. C.'],
  ['Pat Fane-Bailey', 'P. F.'],
  ['élodie o’Dowd', 'É. O.'],
  ['  Zoë  ', 'Z.'],
  ['42', 'A member'],
  ['', 'A member'],
])('the name %j, erased to initials, becomes %s', (name, shown) =>
  expect(formatErasedName(name, 'initials')).toBe(shown),
);

test('a name erased “as printed” is unchanged, and a name erased as “member” becomes “A member”', () => {
  expect(formatErasedName('Ruth Calloway', 'printed')).toBe('Ruth Calloway');
  expect(formatErasedName('Ruth Calloway', 'member')).toBe('A member');
  expect(isAnonymousName('Ruth Calloway')).toBe(false);
  expect(isAnonymousName('R. Calloway')).toBe(false);
});

// In upper case, a letter may become several ("ﬃ": "FFI") or get marks of its own ("ῢ": "Ϋ̀")
const oneLetter = /^(?:\p{L}\p{M}*){1,3}\.$/u;

test('a name erased to initials has nothing but initials, or becomes “A member”', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const shown = formatErasedName(name, 'initials');
      expect(isAnonymousName(shown)).toBe(true);
      if (shown !== 'A member') for (const part of shown.split(' ')) expect(part).toMatch(oneLetter);
    }),
  );
});
