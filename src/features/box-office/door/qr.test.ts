import { encodeQR } from 'qr';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';

/** Renders a code as a picture from a camera: `pixels` per module, rotated, blurred and dim. */
async function photograph(code: string, { pixels, turned, blur }: { pixels: number; turned: number; blur: number }) {
  const rows = encodeQR(code, 'raw', { ecc: 'quartile', border: 4 });
  const side = rows.length * pixels;
  const grey = Buffer.from(
    Array.from({ length: side * side }, (_, at) => {
      const isDark = rows[Math.floor(at / side / pixels)]?.[Math.floor((at % side) / pixels)];
      return isDark ? 30 : 150;
    }),
  );
  const { data, info } = await sharp(grey, { raw: { width: side, height: side, channels: 1 } })
    .rotate(turned, { background: '#505050' })
    .blur(blur)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

test.each([
  { pixels: 4, turned: 0, blur: 0.5 },
  { pixels: 6, turned: 17, blur: 1 },
  { pixels: 8, turned: 90, blur: 1.5 },
  { pixels: 8, turned: 203, blur: 1 },
])('a ticket’s QR code is read from a camera picture with %o', async (how) => {
  const code = '481920-7K3Q-X9MP-RTW4';
  expect(decodeQR(await photograph(code, how))).toBe(code);
});
