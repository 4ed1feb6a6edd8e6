import { createHash, timingSafeEqual } from 'node:crypto';

const sha256 = (secret: string | Uint8Array): Buffer => createHash('sha256').update(secret).digest();

/**
 * Returns true if a secret that somebody sent is the expected one. Compares hashes, which have the same length, in
 * constant time: the duration reveals neither how similar the secrets are nor how long the expected one is.
 */
export const isSameSecret = (given: string | Uint8Array, expected: string | Uint8Array): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));
