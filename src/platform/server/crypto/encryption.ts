import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What the site's SECRET is used for. `about` ties a value to its place: moved to another, it can't be opened. */
export interface Encryption {
  /** Makes a text unreadable to whoever has the database alone. */
  seal: (text: string, about: string) => string;
  /** The text again; undefined when it was changed, moved, or encrypted with another SECRET. */
  open: (sealed: string, about: string) => string | undefined;
  /** A hash that nobody can guess values for without the SECRET. */
  mark: (text: string, about: string) => string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with a key of its own for each use, all derived from one secret. */
export function sealing(secret: string): Encryption {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'callboard', use, 32) as ArrayBuffer);
  const sealKey = keyFor('seal');
  const markKey = keyFor('mark');
  return {
    seal: (text, about) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
    mark: (text, about) => createHmac('sha256', markKey).update(`${about}\0${text}`).digest('base64url'),
  };
}
