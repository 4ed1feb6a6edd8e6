import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { findPasswordProblem, foldPassword, maxPasswordLength } from './passwords.ts';

const ground = {
  common: new Set(['password', 'password1', 'sunshine', 'liverpool', 'trustno1']),
  personal: ['Lanternside Players', 'Ruth Calloway', 'ruth.calloway@example.org'],
};
const problem = (password: string) => findPasswordProblem(password, ground);

test.each([
  'three odd teapots',
  'Ünïcödé wörks ✨',
  'correct horse battery',
  '  spaces count too  ',
  '花子が好きな劇場です',
  'Ruth eats marmalade',
])('the password “%s” is accepted', (password) => {
  expect(problem(password)).toBeUndefined();
});

test('an emoji counts as one character of a password’s length, which must be from 8 to 128', () => {
  expect(problem('wobbler')).toMatch(/at least 8 characters/);
  expect(problem('wobblers')).toBeUndefined();
  expect(problem('🎭🎪🎬🎟🎻🎷🎺')).toMatch(/at least 8/);
  expect(problem('🎭🎪🎬🎟🎻🎷🎺🥁')).toBeUndefined();
  expect(problem('marmalade teapot '.repeat(8).slice(0, maxPasswordLength))).toBeUndefined();
  expect(problem('marmalade teapot '.repeat(8).slice(0, maxPasswordLength + 1))).toMatch(/no more than 128/);
});

test.each(['password1', 'PassWord1', 'Sunshine!!', '2026liverpool99', 'TRUSTNO1', 'ｐａｓｓｗｏｒｄ', 'pässword'])(
  'the common password “%s” is refused, whatever its case, width, accents or added characters',
  (password) => {
    expect(problem(password)).toMatch(/first passwords/);
  },
);

test.each(['aaaaaaaa', '12345678', '87654321', 'qwertyuiop', 'abababab', 'hgfedcba', '90123456'])(
  'the password “%s” is refused, because its characters repeat or run in order',
  (password) => {
    expect(problem(password)).toMatch(/first passwords/);
  },
);

test.each(['curtain-up-2026', 'Lanternside1974', 'RuthCalloway!', 'calloway-ruth-7', 'theatre theatre', 'MacBeth1606'])(
  'the password “%s” is refused, because it consists of words about the society, person or theatre',
  (password) => {
    expect(problem(password)).toMatch(/easy to guess/);
  },
);

test('a guessable word is accepted in a password with enough other letters', () => {
  expect(problem('the curtain ate my marmalade')).toBeUndefined();
});

test('any password is accepted or refused with a message, and folding a folded password changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (password) => {
      expect(['string', 'undefined']).toContain(typeof problem(password));
      expect(foldPassword(foldPassword(password))).toBe(foldPassword(password));
    }),
  );
});
