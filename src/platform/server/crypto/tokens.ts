import { createHash, randomBytes } from 'node:crypto';

/** A secret that gives access to whoever has it: 256 random bits, safe in cookies and addresses. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a token: a stolen copy of the data gives no access. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
