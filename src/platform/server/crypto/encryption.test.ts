import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';

const ours = createEncryption('a secret of more than thirty-two letters');

test('any encrypted text decrypts to the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, about) => {
      expect(ours.decrypt(ours.encrypt(text, about), about)).toBe(text);
    }),
  );
});

test('encrypting a text twice gives different results, and neither contains the text', () => {
  const [one, two] = [ours.encrypt('JBSWY3DP', 'totp ann'), ours.encrypt('JBSWY3DP', 'totp ann')];
  expect(one).not.toBe(two);
  for (const text of [one, two]) expect(Buffer.from(text, 'base64url').includes('JBSWY3DP')).toBe(false);
});

test('a text that was moved, changed, truncated or encrypted with another secret can’t be decrypted', () => {
  const encrypted = ours.encrypt('JBSWY3DP', 'totp ann');
  expect(ours.decrypt(encrypted, 'totp bob')).toBeUndefined();
  expect(createEncryption('another secret of more than 32 letters').decrypt(encrypted, 'totp ann')).toBeUndefined();
  expect(ours.decrypt(encrypted.slice(0, -2), 'totp ann')).toBeUndefined();
  expect(ours.decrypt('', 'totp ann')).toBeUndefined();
  const bytes = Buffer.from(encrypted, 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(ours.decrypt(changed.toString('base64url'), 'totp ann')).toBeUndefined();
  }
});

test('the hash of a text is always the same for one secret and purpose, and differs for another', () => {
  const other = createEncryption('another secret of more than 32 letters');
  expect(ours.hash('code', 'ann')).toBe(ours.hash('code', 'ann'));
  expect(ours.hash('code', 'ann')).not.toBe(ours.hash('code', 'bob'));
  expect(ours.hash('code', 'ann')).not.toBe(other.hash('code', 'ann'));
});
