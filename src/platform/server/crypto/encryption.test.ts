import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sealing } from './encryption.ts';

const ours = sealing('a secret of more than thirty-two letters');

test('what is sealed opens again, whatever it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, about) => {
      expect(ours.open(ours.seal(text, about), about)).toBe(text);
    }),
  );
});

test('a sealed text is never the same twice, and does not show what it says', () => {
  const [one, two] = [ours.seal('JBSWY3DP', 'totp ann'), ours.seal('JBSWY3DP', 'totp ann')];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').includes('JBSWY3DP')).toBe(false);
});

test('what was moved to another person, changed, cut off or sealed elsewhere does not open', () => {
  const sealed = ours.seal('JBSWY3DP', 'totp ann');
  expect(ours.open(sealed, 'totp bob')).toBeUndefined();
  expect(sealing('another secret of more than 32 letters').open(sealed, 'totp ann')).toBeUndefined();
  expect(ours.open(sealed.slice(0, -2), 'totp ann')).toBeUndefined();
  expect(ours.open('', 'totp ann')).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(ours.open(changed.toString('base64url'), 'totp ann')).toBeUndefined();
  }
});

test('what is marked stays the same for one secret, and differ for another', () => {
  const other = sealing('another secret of more than 32 letters');
  expect(ours.mark('code', 'ann')).toBe(ours.mark('code', 'ann'));
  expect(ours.mark('code', 'ann')).not.toBe(ours.mark('code', 'bob'));
  expect(ours.mark('code', 'ann')).not.toBe(other.mark('code', 'ann'));
});
