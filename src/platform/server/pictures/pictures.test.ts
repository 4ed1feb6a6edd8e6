import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { preparePicture, rewritePicture } from './pictures.ts';

async function drawn(width: number, height: number): Promise<string> {
  const path = join(createTemporaryFolder(), 'drawn.png');
  await sharp({ create: { width, height, channels: 3, background: '#a31' } })
    .png()
    .toFile(path);
  return path;
}

test('one user’s many queued pictures don’t delay another user’s', async () => {
  const path = await drawn(300, 200);
  const order: string[] = [];
  const prepare = (sender: string) => preparePicture({ path, sender }).then(() => order.push(sender));
  const all = [...Array.from({ length: 5 }, () => prepare('many')), prepare('one')];
  await Promise.all(all);
  expect(order).toEqual(['many', 'one', 'many', 'many', 'many', 'many']);
});

test('a user who sends far too many pictures is told to wait', async () => {
  const path = await drawn(30, 20);
  const came = await Promise.allSettled(Array.from({ length: 22 }, () => preparePicture({ path, sender: 'many' })));
  const refused = came.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual([429]);
});

test('the largest stored size of a photograph has at least a fifth fewer bytes than a quick encoding would have', async () => {
  const path = join(createTemporaryFolder(), 'grain.png');
  const size = { width: 800, height: 534 };
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="534"><radialGradient id="light"><stop
    stop-color="#ffe0a0"/><stop offset="1" stop-color="#07110d"/></radialGradient><rect width="800" height="534"
    fill="url(#light)"/></svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { ...size, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  await sharp(Buffer.from(light))
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .png()
    .toFile(path);
  const { sizes } = await preparePicture({ path, sender: '' });
  const quick = await sharp(path).webp({ quality: 80, effort: 2 }).toBuffer();
  expect(sizes.at(-1)?.bytes.length).toBeLessThan(quick.length * 0.8);
});

test('a picture with an excessive dimension isn’t opened, even if it has few pixels', async () => {
  const path = await drawn(1, 70_000);
  await expect(preparePicture({ path, sender: '' })).rejects.toMatchObject({ code: 415 });
  expect(await rewritePicture({ path, as: 'image/png', to: `${path}.rewritten` }, '')).toBe('unreadable');
});

test('an animated picture stays animated when it is rewritten, and loses its metadata', async () => {
  const path = join(createTemporaryFolder(), 'waving.webp');
  const frame = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  await sharp([await frame('#a31'), await frame('#13a')], { join: { animated: true } })
    .webp()
    .withExif({ IFD0: { Artist: 'Secret Name' } })
    .toFile(path);
  expect(await rewritePicture({ path, as: 'image/webp', to: `${path}.rewritten` }, '')).toBe(true);
  const { pages, pageHeight, exif } = await sharp(`${path}.rewritten`, { animated: true }).metadata();
  expect([pages, pageHeight, exif]).toEqual([2, 40, undefined]);
});

/** Writes a GIF with a screen of `side` × `side` pixels and frames of one pixel each. */
async function gifOf(side: number, frames: number): Promise<string> {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(side, 6);
  header.writeUInt16LE(side, 8);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const path = join(createTemporaryFolder(), 'drawn.gif');
  await writeFile(path, Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]));
  return path;
}

test.each([
  ['60,000 × 60,000 pixels with frames of one pixel', 60_000, 2, 'too many pixels'],
  ['63 megapixels with a single frame', 7940, 1, 'too many pixels'],
  ['49 megapixels with 13 frames', 7000, 13, 'too many frames'],
  ['a quarter of a megapixel with 3,000 frames', 500, 3000, 'too many frames'],
  ['a quarter of a megapixel with 500 frames', 500, 500, false],
  ['49 megapixels with a single frame', 7000, 1, false],
])('a GIF is refused only if it has too many pixels or frames: %s', async (_, side, frames, outcome) => {
  const path = await gifOf(side, frames);
  expect(await rewritePicture({ path, as: 'image/gif', to: `${path}.rewritten` }, '')).toBe(outcome);
});

test('an animated WebP picture is refused if its frames together have too many pixels', async () => {
  const path = join(createTemporaryFolder(), 'long.webp');
  const frame = (background: string) =>
    sharp({ create: { width: 1000, height: 1000, channels: 3, background } })
      .png()
      .toBuffer();
  const two = [await frame('#000'), await frame('#fff')];
  const frames = Array.from({ length: 35 }, () => two).flat();
  await sharp(frames, { join: { animated: true } })
    .webp({ effort: 0 })
    .toFile(path);
  const rewritten = rewritePicture({ path, as: 'image/webp', to: `${path}.rewritten` }, '');
  expect(await rewritten).toBe('too many frames');
});

test('an animated PNG picture is rewritten as its first frame only', async () => {
  const path = await drawn(20, 10);
  const still = await readFile(path);
  const end = still.length - 12;
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const control = (sequence: number) => {
    const data = Buffer.alloc(26);
    for (const [n, value] of [sequence, 20, 10].entries()) data.writeUInt32BE(value, n * 4);
    return chunk('fcTL', data);
  };
  const frames = Buffer.alloc(8);
  frames.writeUInt32BE(1_000_000);
  const animated = [still.subarray(0, 33), chunk('acTL', frames), control(0), still.subarray(33, end), control(1)];
  await writeFile(path, Buffer.concat([...animated, still.subarray(end)]));
  expect(await rewritePicture({ path, as: 'image/png', to: `${path}.rewritten` }, '')).toBe(true);
  const rewritten = await readFile(`${path}.rewritten`);
  expect([rewritten.includes('acTL'), rewritten.includes('fcTL')]).toEqual([false, false]);
});
