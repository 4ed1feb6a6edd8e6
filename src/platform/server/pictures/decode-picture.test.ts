import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import libheif from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { openPicture, TooManyPixelsError } from './decode-picture.ts';

/** The functions of the library that allocate and free a file's bytes. */
const library = libheif as unknown as Record<'heif_context_alloc' | 'heif_context_free', () => unknown> & {
  HeifImage: { prototype: { free: () => void } };
};

test('the bytes and images of earlier HEIC pictures are freed, even if a picture is refused', async () => {
  const blank = sharp({ create: { width: 64, height: 64, channels: 3, background: '#a31' } });
  const bytes = await blank.avif({ effort: 0 }).toBuffer();
  // The header says HEIC, so that the HEIC library opens the file
  bytes.write('heic', 8, 'latin1');
  const path = join(createTemporaryFolder(), 'drawn.heic');
  await writeFile(path, bytes);
  // The library reports on the console that it can't decode this picture
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const allocated = vi.spyOn(library, 'heif_context_alloc');
  const freed = vi.spyOn(library, 'heif_context_free');
  const imagesFreed = vi.spyOn(library.HeifImage.prototype, 'free');
  for (const maxPixels of [100, 100, 100, 10_000, 10_000]) {
    const opened = openPicture(path, { maxPixels });
    if (maxPixels === 100) await expect(opened).rejects.toThrow(TooManyPixelsError);
    else await opened;
  }
  expect(allocated).toHaveBeenCalledTimes(5);
  expect(freed).toHaveBeenCalledTimes(4);
  expect(imagesFreed).toHaveBeenCalledTimes(5);
});
