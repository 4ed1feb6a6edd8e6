import { createHash, randomBytes } from 'node:crypto';

export type Id = string;

/** A new id: 16 characters, 96 random bits. */
export const newId = (): Id => randomBytes(12).toString('base64url');

/** The same id for the same text, for what must get the same id each time it is made. */
export const idFrom = (text: string): Id => createHash('sha256').update(text).digest('base64url').slice(0, 16);
