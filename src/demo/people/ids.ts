import { deriveId } from '#platform/server/crypto/ids.ts';

export const SOCIETY_NAME = 'Lanternside Players';

/**
 * Returns the permanent id of the demo show with this key: for example "1974 Autumn Hay Fever", or "the last show" for
 * a show dated relative to today.
 */
export const buildDemoShowId = (key: string): string => deriveId(`${SOCIETY_NAME}: ${key}`);

/**
 * Returns a number from 0 up to (not including) 1 that is always the same for the same keys, on every machine. Uses
 * FNV-1a with a finishing mix, because casting calls it more than a hundred thousand times, which is too often for a
 * cryptographic hash.
 */
export function computePseudoRandomNumber(...keys: (string | number)[]): number {
  const text = keys.join('\n');
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
