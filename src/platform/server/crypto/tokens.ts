import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret that gives access to anybody who has it: 256 random bits, safe in cookies and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored hash of a token. Only the hash is stored, so that a stolen copy of the data gives no access. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const sha256 = (secret: string | Uint8Array): Buffer => createHash('sha256').update(secret).digest();

/**
 * Returns true if a secret that somebody sent is the expected one. Compares hashes, which have the same length, in
 * constant time: the duration reveals neither how similar the secrets are nor how long the expected one is.
 */
export const isSameSecret = (given: string | Uint8Array, expected: string | Uint8Array): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));
