import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import {
  buildRecoveryCode,
  formatRecoveryCode,
  formatTotpSecret,
  parseSecondFactorCode,
  recoveryCodeLength,
} from './codes.ts';

describe('only six digits or a recovery code is parsed as a second-factor code', () => {
  test.each([
    ['123456', 'otp', '123456'],
    [' 123 456\n', 'otp', '123456'],
    ['123-456', 'otp', '123456'],
    ['１２３４５６', 'otp', '123456'],
    ['7K2MP-QX4ND', 'recovery', '7K2MPQX4ND'],
    ['7k2mp qx4nd', 'recovery', '7K2MPQX4ND'],
    ['7K2MP–QX4ND', 'recovery', '7K2MPQX4ND'],
    ['OIL00-00000', 'recovery', '0110000000'],
  ])('the text %j is parsed as a code', (typed, kind, code) =>
    expect(parseSecondFactorCode(typed)).toEqual({ kind, code }),
  );

  test.each(['', '12345', '1234567', '12345a', '7K2MP-QX4N', '7K2MP-QX4NU', '٣٤٥٦٧٨', '123456\u0000', 'x'.repeat(101)])(
    'the text %j is not a code',
    (typed) => expect(parseSecondFactorCode(typed)).toBeUndefined(),
  );

  test('parsing any text as a second-factor code never throws an error', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (typed) => void parseSecondFactorCode(typed)));
  });
});

test('every recovery code is parsed as it is displayed, in capitals or in small letters', () => {
  const bytes = fc.uint8Array({ minLength: recoveryCodeLength, maxLength: recoveryCodeLength });
  fc.assert(
    fc.property(bytes, (random) => {
      const code = buildRecoveryCode(random);
      expect(parseSecondFactorCode(formatRecoveryCode(code))).toEqual({ kind: 'recovery', code });
      expect(parseSecondFactorCode(formatRecoveryCode(code).toLowerCase())).toEqual({ kind: 'recovery', code });
    }),
  );
});

test('no recovery code begins with six digits, because a field would submit these as an app’s code', () => {
  const digit = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(fc.array(digit, { minLength: recoveryCodeLength, maxLength: recoveryCodeLength }), (digits) => {
      const code = buildRecoveryCode(Uint8Array.from(digits));
      expect(code).toMatch(/^\d{5}[A-Z]\d{4}$/);
    }),
  );
});

test('the secret for an authenticator app is shown in groups of four characters', () => {
  expect(formatTotpSecret('JBSWY3DPEH')).toBe('JBSW Y3DP EH');
  expect(formatTotpSecret('')).toBe('');
});
