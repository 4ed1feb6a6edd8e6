import { Secret, TOTP } from 'otpauth';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { buildQrRows } from '#platform/server/formats/qr.ts';
import { findTotpStep, formatProvisioningUri, generateTotpSecret } from './totp.ts';

// The secret of RFC 6238, appendix B, for SHA-1. The codes below are the last six of the eight digits given there.
const rfc = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;

describe('codes match the test vectors of RFC 6238', () => {
  test.each([
    ['1970-01-01T00:00:59.000Z', '287082', 1],
    ['2005-03-18T01:58:29.000Z', '081804', 37037036],
    ['2009-02-13T23:31:30.000Z', '005924', 41152263],
    ['2033-05-18T03:33:20.000Z', '279037', 66666666],
  ])('the code at %s is %s', (now, code, step) => expect(findTotpStep(code, rfc, now)).toBe(step));
});

test('a code is accepted from a clock that is at most half a minute off', () => {
  const now = '2026-11-21T12:00:00.000Z';
  const totp = new TOTP({ secret: Secret.fromBase32(rfc) });
  const at = (steps: number) => totp.generate({ timestamp: Date.parse(now) + steps * 30_000 });
  const step = Date.parse(now) / 30_000;
  expect([-2, -1, 0, 1, 2].map((out) => findTotpStep(at(out), rfc, now))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ]);
});

test('input that isn’t six digits matches no time step and doesn’t throw', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
    expect(findTotpStep(code, rfc, '2026-11-21T12:00:00.000Z')).toBeUndefined();
  }
});

test('generated secrets are unique and 32 base32 characters long', () => {
  const secrets = Array.from({ length: 50 }, generateTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test('the URL for an authenticator app contains user and society, even with punctuation in the society’s name', () => {
  const uri = new URL(formatProvisioningUri(rfc, { issuer: 'Bell: Book & Candle?', account: 'ann+x@players.example' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('ann+x@players.example');
  expect(uri.searchParams.get('secret')).toBe(rfc);
  expect(uri.searchParams.get('issuer')).toBe('Bell: Book & Candle?');
});

test('the QR code for an authenticator app decodes to its URL', () => {
  const uri = formatProvisioningUri(rfc, { issuer: 'The Lanternside Players — Straße', account: 'a@example.org' });
  expect(decodeQR(drawQrCode(buildQrRows(uri)))).toBe(uri);
});

test('the QR code for an app is square, has its three corners, and fits a long name', () => {
  const rows = buildQrRows(
    formatProvisioningUri(rfc, { issuer: 'The Amateur Dramatic Society', account: 'a@example.org' }),
  );
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([rows.length]));
  const corner = (y: number, x: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
  const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  const drawn = finder.map((row) => [...row].map((square) => square === '#'));
  expect(corner(0, 0)).toEqual(drawn);
  expect(corner(0, rows.length - 7)).toEqual(drawn);
  expect(corner(rows.length - 7, 0)).toEqual(drawn);
  const longest = formatProvisioningUri(rfc, { issuer: 'ß'.repeat(100), account: `${'a'.repeat(240)}@example.org` });
  expect(buildQrRows(longest).length).toBeGreaterThan(rows.length);
});

/** Draws the QR code with four pixels to each module and a light margin. */
function drawQrCode(rows: boolean[][]) {
  const scale = 4;
  const margin = 4;
  const width = (rows.length + 2 * margin) * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (let at = 0; at < width * width; at++) {
    const x = Math.floor((at % width) / scale) - margin;
    const y = Math.floor(Math.floor(at / width) / scale) - margin;
    if (rows[y]?.[x]) data.fill(0, at * 4, at * 4 + 3);
  }
  return { width, height: width, data };
}
