import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret that gives access to anybody who has it: 256 random bits, safe in cookies and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored hash of a token. Only the hash is stored, so that a stolen copy of the data gives no access. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
