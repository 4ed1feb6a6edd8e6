import { createHash, randomFillSync } from 'node:crypto';

export type Id = string;

const idBytes = 12;
/**
 * Random bytes are drawn for many ids at once, because each request needs an id, and drawing a few bytes takes as long
 * as drawing many.
 */
const drawn = Buffer.alloc(idBytes * 256);
let used = drawn.length;

/** Returns a new id: 16 characters, 96 random bits. */
export function newId(): Id {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += idBytes;
  return drawn.toString('base64url', used - idBytes, used);
}

/**
 * Derives an id from a text: the same text always gives the same id. Used for records that must get the same id each
 * time they are created.
 */
export const deriveId = (text: string): Id => createHash('sha256').update(text).digest('base64url').slice(0, 16);
