import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { BackupError } from '../backup/manifest.ts';
import {
  createKeyPair,
  decryptContent,
  encryptContent,
  parsePublicKeys,
  parseSecretKeys,
  readPublicKeys,
} from './encryption.ts';

/** Two full blocks of the format and a piece of a third. */
const content = Buffer.from('The curtain rises. '.repeat(8000));

async function encrypt(bytes: Buffer, publicKeys: string[]): Promise<Buffer> {
  const { content: encrypted, size } = await encryptContent(Readable.from([bytes]), publicKeys);
  const whole = await buffer(Readable.from(encrypted));
  expect(size(bytes.length)).toBe(whole.length);
  return whole;
}

const decrypt = (bytes: Buffer, keys: string[]) => buffer(Readable.from(decryptContent(Readable.from([bytes]), keys)));

test('encrypted content is in the format of `age`, and each of its keys decrypts it', async () => {
  const [first, second] = [await createKeyPair(), await createKeyPair()];
  const encrypted = await encrypt(content, [first.publicKey, second.publicKey]);
  expect(encrypted.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
  expect(encrypted.includes('curtain')).toBe(false);
  for (const { secretKey } of [first, second]) expect(await decrypt(encrypted, [secretKey])).toEqual(content);
});

test('decrypting content with a key for which it wasn’t encrypted fails, and the message says so', async () => {
  const encrypted = await encrypt(content, [(await createKeyPair()).publicKey]);
  const attempt = decrypt(encrypted, [(await createKeyPair()).secretKey]);
  await expect(attempt).rejects.toThrow('encrypted for another key');
  await expect(attempt).rejects.toBeInstanceOf(BackupError);
});

test('content that was cut off or changed anywhere is refused', async () => {
  const { publicKey, secretKey } = await createKeyPair();
  const encrypted = await encrypt(content, [publicKey]);
  const block = 64 * 1024 + 16;
  const headerEnd = encrypted.indexOf('\n', encrypted.indexOf('\n---') + 1) + 1 + 16;
  // Cut in the header, at the end of a block, and within the last block
  for (const length of [40, headerEnd + block, headerEnd + 2 * block, encrypted.length - 1])
    await expect(decrypt(encrypted.subarray(0, length), [secretKey])).rejects.toThrow('damaged or incomplete');
  for (const at of [3, 60, headerEnd - 20, headerEnd + 100, headerEnd + block + 5, encrypted.length - 3]) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(decrypt(changed, [secretKey])).rejects.toBeInstanceOf(BackupError);
  }
  await expect(decrypt(Buffer.concat([encrypted, Buffer.from('more')]), [secretKey])).rejects.toThrow('damaged');
});

test('an endless header is refused before it fills the memory', async () => {
  const { secretKey } = await createKeyPair();
  let sent = 0;
  const endless = async function* () {
    yield Buffer.from('age-encryption.org/v1\n');
    for (;;) {
      sent += 10_000;
      yield Buffer.alloc(10_000, 'a');
    }
  };
  await expect(buffer(Readable.from(decryptContent(endless(), [secretKey])))).rejects.toThrow('damaged');
  expect(sent).toBeLessThan(500_000);
});

test('a connection that breaks during decryption is reported as lost, not as a damaged copy', async () => {
  const { publicKey, secretKey } = await createKeyPair();
  const encrypted = await encrypt(content, [publicKey]);
  const broken = async function* () {
    yield encrypted.subarray(0, 100_000);
    throw new Error('connection lost');
  };
  await expect(buffer(Readable.from(decryptContent(broken(), [secretKey])))).rejects.toThrow('connection lost');
});

test('public keys are read from the setting, or from the file that it names', async () => {
  const [first, second] = [await createKeyPair(), await createKeyPair()];
  expect(await readPublicKeys(`${first.publicKey}, ${second.publicKey}`)).toEqual([first.publicKey, second.publicKey]);
  const file = join(createTemporaryFolder(), 'keys.txt');
  writeFileSync(file, `# Ruth\n${first.publicKey}\n# The safe\n${second.publicKey}\n`);
  expect(await readPublicKeys(file)).toEqual([first.publicKey, second.publicKey]);
  await expect(readPublicKeys(`${file}.gone`)).rejects.toThrow('can’t be read (ENOENT)');
});

test('an incomplete or missing key, or one of the wrong kind, is refused without repeating a secret key', async () => {
  const { publicKey, secretKey } = await createKeyPair();
  expect(() => parsePublicKeys(publicKey.slice(0, -1))).toThrow('isn’t a public key');
  expect(() => parsePublicKeys('# nothing')).toThrow('no public key');
  const wrongHalf = () => parsePublicKeys(secretKey);
  expect(wrongHalf).toThrow('contains a secret key');
  expect(wrongHalf).not.toThrow(secretKey);
  expect(() => parseSecretKeys(publicKey)).toThrow('isn’t a secret key');
  expect(() => parseSecretKeys('\n')).toThrow('no secret key');
  expect(parseSecretKeys(`# created: today\n# public key: ${publicKey}\n${secretKey}\n`)).toEqual([secretKey]);
});
