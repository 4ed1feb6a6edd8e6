import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/engines.ts';
import { preparePicture, rewritePicture } from './pictures.ts';
import { loadSharp } from './sharp.ts';

async function drawn(width: number, height: number): Promise<string> {
  const sharp = await loadSharp();
  const path = join(temporaryFolder(), 'drawn.png');
  await sharp({ create: { width, height, channels: 3, background: '#a31' } })
    .png()
    .toFile(path);
  return path;
}

test('one person’s pile of pictures doesn’t keep another’s waiting', async () => {
  const path = await drawn(300, 200);
  const order: string[] = [];
  const prepare = (sender: string) => preparePicture({ path, sender }).then(() => order.push(sender));
  const all = [...Array.from({ length: 5 }, () => prepare('many')), prepare('one')];
  await Promise.all(all);
  expect(order).toEqual(['many', 'one', 'many', 'many', 'many', 'many']);
});

test('who sends far more than anybody chooses is told to wait for their own', async () => {
  const path = await drawn(30, 20);
  const came = await Promise.allSettled(Array.from({ length: 22 }, () => preparePicture({ path, sender: 'many' })));
  const refused = came.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual([429]);
});

test('what a telephone fetches of a soft, grainy picture is much lighter than its quickest encoding', async () => {
  const sharp = await loadSharp();
  const path = join(temporaryFolder(), 'grain.png');
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

test('a picture that is longer than any, however thin, isn’t opened', async () => {
  const path = await drawn(1, 70_000);
  await expect(preparePicture({ path, sender: '' })).rejects.toMatchObject({ code: 415 });
  expect(await rewritePicture({ path, as: 'image/png', to: `${path}.rewritten` }, '')).toBeUndefined();
});

test('a picture that moves still moves when it is rewritten, without where it was made', async () => {
  const sharp = await loadSharp();
  const path = join(temporaryFolder(), 'waving.webp');
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
