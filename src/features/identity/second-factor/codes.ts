/** A second factor as somebody typed it, parsed. */
export type TypedCode = { kind: 'otp'; code: string } | { kind: 'recovery'; code: string };

/** The number of recovery codes made at a time. */
export const recoveryCodeCount = 10;

/** The most characters of a passkey's name. */
export const longestPasskeyName = 60;

/** Crockford's base32 alphabet: no look-alikes, no rude words. */
export const recoveryCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Fifty bits: impossible to guess, short enough to type. */
export const recoveryLength = 10;

/**
 * Parses a code as people type it: six figures from an app, or a recovery code, with blanks and hyphens anywhere, in
 * either case, and with letters mistaken for figures. Undefined for anything else.
 */
export function parseCode(typed: string): TypedCode | undefined {
  if (typed.length > 100) return undefined;
  const bare = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  if (/^[0-9]{6}$/.test(bare)) return { kind: 'otp', code: bare };
  const code = bare.replaceAll('O', '0').replace(/[IL]/g, '1');
  if (code.length !== recoveryLength) return undefined;
  return [...code].every((letter) => recoveryCodeAlphabet.includes(letter)) ? { kind: 'recovery', code } : undefined;
}

/** A recovery code from random bytes, one for each letter: `7K2MPQX4ND`. */
export function recoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== recoveryLength) throw new RangeError(`A recovery code is made of ${recoveryLength} bytes.`);
  return [...bytes].map((byte) => recoveryCodeAlphabet[byte % 32]).join('');
}

/** Formats a code for reading and typing in two halves: `7K2MP-QX4ND`. */
export const formatRecoveryCode = (code: string) =>
  `${code.slice(0, recoveryLength / 2)}-${code.slice(recoveryLength / 2)}`;

/** A secret in groups of four, for typing into an app: `JBSW Y3DP EHPK`. */
export const formatTotpSecret = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';
