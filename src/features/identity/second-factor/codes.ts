/** A code that a person has entered, without spaces and hyphens: from an app (`otp`), or a recovery code. */
export type SecondFactorCode = { kind: 'otp'; code: string } | { kind: 'recovery'; code: string };

/** The number of recovery codes that are created together. */
export const recoveryCodeCount = 10;

export const maxPasskeyNameLength = 60;

/** Crockford's base32 alphabet. It leaves out I, L and O, which look like digits, and U. */
export const recoveryCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/**
 * The number of characters in a recovery code. Ten characters have about fifty bits: impossible to guess, and still
 * short enough to type.
 */
export const recoveryCodeLength = 10;

/**
 * Parses a code as people type it: six digits from an app, or a recovery code, with spaces and hyphens anywhere, in
 * capitals or small letters, and with O, I and L for 0 and 1. Returns undefined for anything else.
 */
export function parseSecondFactorCode(typed: string): SecondFactorCode | undefined {
  if (typed.length > 100) return undefined;
  const bare = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  if (/^[0-9]{6}$/.test(bare)) return { kind: 'otp', code: bare };
  const code = bare.replaceAll('O', '0').replace(/[IL]/g, '1');
  if (code.length !== recoveryCodeLength) return undefined;
  return [...code].every((letter) => recoveryCodeAlphabet.includes(letter)) ? { kind: 'recovery', code } : undefined;
}

/**
 * Builds a recovery code from random bytes, one for each character: `7K2MPQX4ND`. It never begins with six digits:
 * a field for codes from an app would submit these before the rest is typed.
 */
export function buildRecoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== recoveryCodeLength) throw new RangeError(`A recovery code needs ${recoveryCodeLength} bytes.`);
  const code = Array.from(bytes, (byte) => recoveryCodeAlphabet[byte % 32]).join('');
  const letters = recoveryCodeAlphabet.slice(10);
  return code.replace(/^(\d{5})\d/, (_, start) => start + letters[(bytes[5] ?? 0) % letters.length]);
}

/** Formats a recovery code in two halves: `7K2MP-QX4ND`. */
export const formatRecoveryCode = (code: string) =>
  `${code.slice(0, recoveryCodeLength / 2)}-${code.slice(recoveryCodeLength / 2)}`;

/** Formats a secret in groups of four, to type into an app: `JBSW Y3DP EHPK`. */
export const formatTotpSecret = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';
