import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** The width of a square in pixels, large enough for a phone to scan the code from another phone's screen. */
const scale = 10;
/** The number of light squares on each side of the code, which scanners require. */
const margin = 4;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8);
  framed.writeUInt32BE(data.length, 0);
  framed.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([framed.subarray(0, 4), body, framed.subarray(4)]);
}

/** Draws a QR code as a black-and-white PNG, for places that can't draw it from its rows. */
export function renderQrPng(rows: readonly (readonly boolean[])[]): Buffer {
  const size = (rows.length + 2 * margin) * scale;
  // Each row of pixels begins with its filter type (none). A bit that is set means light
  const line = 1 + Math.ceil(size / 8);
  const dots = Buffer.alloc(line * size, 0xff);
  for (let y = 0; y < size; y += 1) {
    dots[y * line] = 0;
    const row = rows[Math.floor(y / scale) - margin] ?? [];
    for (let x = margin * scale; x < size - margin * scale; x += 1) {
      if (!row[Math.floor(x / scale) - margin]) continue;
      const at = y * line + 1 + (x >> 3);
      dots[at] = (dots[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  // The colour type is greyscale with one bit per pixel
  head[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(dots)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Encodes a text as a QR code: rows of dark (true) and light squares. */
export function buildQrRows(text: string, ecc: 'medium' | 'quartile' = 'medium'): boolean[][] {
  // The library draws at least one light square around the code, but screens and `renderQrPng` add their own margin
  const rows = encodeQR(text, 'raw', { ecc, border: 1 });
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}
