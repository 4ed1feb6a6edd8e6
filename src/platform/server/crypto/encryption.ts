import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Operations with a secret key: the site's data key, or SECRET to encrypt the data key itself. `about` binds a value to
 * its place, so that a value moved elsewhere can't be decrypted.
 */
export interface Encryption {
  /** Encrypts a text, so that the database alone doesn't reveal it. */
  encrypt: (text: string, about: string) => string;
  /**
   * Decrypts a text; returns undefined if it was changed, encrypted for another `about`, or encrypted with another key.
   */
  decrypt: (encrypted: string, about: string) => string | undefined;
  /** Hashes a text in such a way that it can't be found by guessing without the key. */
  hash: (text: string, about: string) => string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Creates the operations with keys that are derived from one secret, a separate key for each use. */
export function createEncryption(secret: string): Encryption {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'callboard', use, 32) as ArrayBuffer);
  const encryptionKey = keyFor('seal');
  const hashKey = keyFor('mark');
  return {
    encrypt: (text, about) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt: (encrypted, about) => {
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
      try {
        const decipher = createDecipheriv('aes-256-gcm', encryptionKey, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
    hash: (text, about) => createHmac('sha256', hashKey).update(`${about}\0${text}`).digest('base64url'),
  };
}
