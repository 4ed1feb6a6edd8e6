import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { ShowPageContent } from '#features/website/show-pages/contract.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { preparePicture } from '#platform/server/pictures/pictures.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { type FileStorage, StorageFullError } from '#platform/server/storage/storage.ts';
import { createBitmap, createMp4, createMp4Box, heicPicture } from '#tests/support/formats/media-files.ts';
import { onSite } from '#tests/support/site/app.ts';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { storeMediaFiles } from './prepare-upload.ts';
import { addMediaToShow, insertMedia } from './store.ts';

const now = '2026-11-21T12:00:00.000Z';
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a31' } }).withExif({ IFD0: { Artist: 'Secret Name' } });

onSite(
  'a show’s photographs are listed in order with their sizes, and each size is served',
  async ({ a, db, storage, page, get }) => {
    const id = await a.show({ title: 'Hamlet' });
    const stored: Awaited<ReturnType<typeof storeMediaFiles>>[] = [];
    for (const name of ['Act one.JPG', 'Act two.jpg']) {
      const content = await picture(1000, 500).jpeg().toBuffer();
      stored.push(await storeMediaFiles(storage, { filename: name, content, alt: `The ${name.slice(0, 7)}` }));
    }
    await write(db, async (tx) => {
      await insertMedia(tx, stored, { now });
      await addMediaToShow(
        tx,
        id,
        stored.map((item) => ({ id: item.id, caption: '' })),
        '',
      );
    });
    const { photos } = ShowPageContent.parse((await page(`/past-shows/${id}/Hamlet`)).content);
    expect(photos.map(({ alt, width, height }) => [alt, width, height])).toEqual([
      ['The Act one', 1000, 500],
      ['The Act two', 1000, 500],
    ]);
    const [first] = photos;
    if (first === undefined) throw new Error('no photo');
    expect(first.src).toMatch(/\/Act_one~1\.webp$/);
    const widthAt = async (address: string) => (await sharp((await get(address)).rawPayload).metadata()).width;
    expect(await widthAt(first.src)).toBe(1000);
    expect(await widthAt(`${first.src}?w=500`)).toBe(800);
    expect(await widthAt(`${first.src}?lowres`)).toBe(400);
    const site = (await get('/sitedata')).json();
    expect(site.last_show.photos).toEqual(photos.map(({ src }) => `${src}?w=800`));
  },
);

onSite('a picture loses its camera metadata, and a small picture isn’t enlarged', async ({ db, storage, get }) => {
  const content = await picture(300, 200).jpeg().toBuffer();
  expect((await sharp(content).metadata()).exif?.toString('latin1')).toContain('Secret Name');
  const item = await storeMediaFiles(storage, { filename: 'small.jpg', content, alt: '' });
  await write(db, (tx) => insertMedia(tx, [item], { now }));
  const answer = await get(`/media/${item.id}/small.webp?lowres`);
  expect(answer.headers['content-type']).toBe('image/webp');
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 300, height: 200 });
  expect(answer.rawPayload.toString('latin1')).not.toContain('Secret Name');
});

onSite(
  'a media URL is cached for a week with a version, and for five minutes without',
  async ({ db, storage, get }) => {
    const item = await storeMediaFiles(storage, {
      filename: 'a.png',
      content: await picture(20, 20).png().toBuffer(),
      alt: '',
    });
    await write(db, (tx) => insertMedia(tx, [item], { now }));
    const src = `/media/${item.id}/a~1.webp`;
    const plain = await get(`/media/${item.id}/a.webp`);
    expect(plain.headers['cache-control']).toBe('public, max-age=300');
    const { headers, rawPayload } = await get(src);
    expect(headers['cache-control']).toBe('public, max-age=604800');
    const refreshed = await get(`${src}?refresh`);
    expect(refreshed.headers['cache-control']).toBe('private, no-store');
    expect(refreshed.rawPayload).toEqual(rawPayload);
    expect((await get(src, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect((await get('/media/abcdefghijklmnop/a.webp')).statusCode).toBe(404);
  },
);

/**
 * Creates a storage that receives files but fails to store them, for files that must be refused before they are stored.
 */
function nowhere(): FileStorage {
  const storage = createDiskStorage(createTemporaryFolder());
  return {
    ...storage,
    put: () => Promise.reject(new Error('stored')),
    receive: async (content, limits) => {
      const arrival = await storage.receive(content, limits);
      return { ...arrival, store: () => Promise.reject(new Error('kept')) };
    },
  };
}

const prepared = async (content: Buffer) =>
  preparePicture(await createDiskStorage(createTemporaryFolder()).receive(Readable.from([content])));

/** Returns `length` varied bytes that begin like a WAV file. */
function sound(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index++) bytes[index] = index % 251;
  bytes.write('RIFF', 0);
  bytes.write('WAVE', 8);
  return bytes;
}

onSite('a recording is served in ranges, over a real connection', async ({ app, db, storage }) => {
  const content = sound(200_000);
  const item = await storeMediaFiles(storage, { filename: 'On the radio.wav', content, alt: '' });
  await write(db, (tx) => insertMedia(tx, [item], { now }));
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const ask = async (range?: string, more = {}) => {
    const headers = { ...(range ? { range } : {}), ...more };
    const answer = await fetch(`http://127.0.0.1:${port}/media/${item.id}/x.wav`, { headers });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const whole = await ask();
  expect(whole.body.equals(content)).toBe(true);
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  const part = await ask('bytes=1000-1999');
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe('bytes 1000-1999/200000');
  expect(part.body.equals(content.subarray(1000, 2000))).toBe(true);
  const tail = await ask('bytes=-10');
  expect(tail.body.equals(content.subarray(-10))).toBe(true);
  const beyond = await ask('bytes=200000-');
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */200000']);
  expect((await ask('bytes=0-9', { 'if-range': '"another"' })).status).toBe(200);
  expect((await ask('bytes=0-9', { 'if-range': whole.headers.get('etag') })).status).toBe(206);
});

onSite('a recording requested as .html is served as a recording, in a sandbox', async ({ db, storage, get }) => {
  const item = await storeMediaFiles(storage, { filename: 'x.wav', content: sound(100), alt: '' });
  await write(db, (tx) => insertMedia(tx, [item], { now }));
  const { headers } = await get(`/media/${item.id}/x.html`);
  expect(headers['content-type']).toBe('audio/wav');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test.each([
  ['a web page called a picture', Buffer.from('<!doctype html><script>alert(1)</script>')],
  [
    'a drawing with a script in it',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['an empty file', Buffer.alloc(0)],
  ['a program', Buffer.from('MZ\x90\x00')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['a HEIC picture that breaks off', heicPicture.subarray(0, 600)],
  ['the header of a HEIC picture', heicPicture.subarray(0, 28)],
  ['a bitmap that breaks off', createBitmap({ width: 40, height: 30 }, [0, 0, 0]).subarray(0, 50)],
  ['a TIFF that breaks off', Buffer.from('II*\0\x08\0\0\0')],
  ['the header of a video', createMp4Box('ftyp', 'dash\0\0\0\0iso6avc1mp41')],
  ['a Matroska video', Buffer.from('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x82\x88matroska', 'latin1')],
  ['a picture that breaks off', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
])('an upload of %s is refused', async (_, content) => {
  const code = content.length === 0 ? 400 : 415;
  await expect(storeMediaFiles(nowhere(), { filename: 'photo.jpg', content, alt: '' })).rejects.toMatchObject({ code });
});

test('videos and recordings are recognised by their first bytes', async () => {
  const taken = createDiskStorage(createTemporaryFolder());
  const stored = async (head: string) => {
    const item = await storeMediaFiles(taken, { filename: 'thing.txt', content: Buffer.from(head, 'latin1'), alt: '' });
    return [item.kind, item.contentType, item.width, item.height];
  };
  expect(await stored(createMp4('isom').toString('latin1'))).toEqual(['video', 'video/mp4', 1280, 720]);
  expect(await stored('\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm')).toEqual(['video', 'video/webm', 1280, 720]);
  expect(await stored(createMp4('M4A ').toString('latin1'))).toEqual(['audio', 'audio/mp4', 0, 0]);
  expect(await stored('OggS')).toEqual(['audio', 'audio/ogg', 0, 0]);
  expect(await stored('ID3\x04')).toEqual(['audio', 'audio/mpeg', 0, 0]);
  expect(await stored('\xff\xfb\x90\x64')).toEqual(['audio', 'audio/mpeg', 0, 0]);
});

test.each([
  ['HEIC', async () => heicPicture, { width: 64, height: 48 }, [192, 32, 32]],
  ['BMP', async () => createBitmap({ width: 50, height: 30 }, [20, 160, 40]), { width: 50, height: 30 }, [20, 160, 40]],
  [
    'TIFF',
    () =>
      picture(60, 40)
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
        .tiff({ compression: 'lzw' })
        .toBuffer(),
    { width: 60, height: 40 },
    undefined,
  ],
] as const)('a %s picture is converted to WebP without Exif metadata', async (_, content, size, colour) => {
  const { width, height, sizes } = await prepared(await content());
  expect({ width, height }).toEqual(size);
  const shown = sharp(sizes.at(-1)?.bytes);
  const { format, exif } = await shown.metadata();
  expect({ format, exif }).toEqual({ format: 'webp', exif: undefined });
  const corner = await shown.extract({ left: 4, top: 4, width: 8, height: 8 }).raw().toBuffer();
  for (const [channel, value] of (colour ?? []).entries())
    expect(Math.abs((corner[channel] ?? 0) - value)).toBeLessThan(16);
});

test('a bitmap that claims more than 60 megapixels is refused before it is decoded', async () => {
  const bomb = createBitmap({ width: 4, height: 30_000 }, [0, 0, 0], 30_000);
  await expect(prepared(bomb)).rejects.toMatchObject({ code: 413 });
});

test.each([
  ['a FLAC recording', 'fLaC\0\0\0\x22', /recording \(FLAC\)\. .*MP3/],
  ['an AVI video', 'RIFF\x24\0\0\0AVI LIST', /video \(AVI\)\. .*MP4/],
  ['a 3GP video', '\0\0\0\x18ftyp3gp4', /video \(3GP\)\. .*MP4/],
  ['an old camera’s video', '\0\0\0\x08wide\0\0\x10\0mdat', /video \(older QuickTime\)\. .*MP4/],
  ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', /drawing \(SVG\)\. .*PNG/],
  ['anything else', 'hello', /pictures as JPEG or PNG, videos as MP4 and recordings as MP3/],
])('the refusal of %s says which format to use', async (_, head, advice) => {
  const content = Buffer.from(head, 'latin1');
  await expect(storeMediaFiles(nowhere(), { filename: 'x', content, alt: '' })).rejects.toMatchObject({
    code: 415,
    message: expect.stringMatching(advice),
  });
});

test('an unreadable picture doesn’t prevent the next picture from being processed', async () => {
  const content = await picture(500, 300).jpeg().toBuffer();
  const broken = prepared(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]));
  const whole = prepared(content);
  await expect(broken).rejects.toMatchObject({ code: 415 });
  expect((await whole).sizes.map(({ width }) => width)).toEqual([400, 500]);
});

test.each([
  ['sixteen bits a colour', (made: Sharp) => made.toColourspace('rgb16').png()],
  ['the inks of a printer', (made: Sharp) => made.toColourspace('cmyk').jpeg({ quality: 100 })],
  ['shades of grey', (made: Sharp) => made.greyscale().png()],
])('a picture in %s keeps its brightness', async (_, written) => {
  const grey = sharp({ create: { width: 40, height: 40, channels: 3, background: '#808080' } });
  const { sizes } = await prepared(await written(grey).toBuffer());
  const { dominant } = await sharp(sizes.at(-1)?.bytes).stats();
  for (const light of [dominant.r, dominant.g, dominant.b]) expect(Math.abs(light - 128)).toBeLessThan(12);
});

test('a picture taken sideways is rotated upright, and its stored size is that of the rotated picture', async () => {
  const content = await picture(600, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { width, height } = await prepared(content);
  expect([width, height]).toEqual([400, 600]);
});

test.each(['received', 'stored'] as const)(
  'a picture whose second size can’t be %s leaves no temporary files',
  async (what) => {
    const folder = createTemporaryFolder();
    const storage = createDiskStorage(folder);
    let made = 0;
    const failing: FileStorage = {
      ...storage,
      receive: async (content, from) => {
        made += 1;
        // The first file is the picture as it was sent
        const fails = made === 3;
        if (fails && what === 'received') throw new StorageFullError('full');
        const arrival = await storage.receive(content, from);
        return fails ? { ...arrival, store: () => Promise.reject(new StorageFullError('full')) } : arrival;
      },
    };
    const content = await picture(1000, 500).jpeg().toBuffer();
    await expect(storeMediaFiles(failing, { filename: 'a.jpg', content, alt: '' })).rejects.toThrow('full');
    expect(await readdir(join(folder, 'arriving'))).toEqual([]);
  },
);

test('a picture of more than 60 megapixels is refused before it is opened', async () => {
  // 63 megapixels in a few kilobytes, which would take 250 MB if it were opened
  const bomb = await sharp({
    create: { width: 9000, height: 7000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  await expect(storeMediaFiles(nowhere(), { filename: 'bomb.png', content: bomb, alt: '' })).rejects.toMatchObject({
    code: 413,
  });
});

onSite(
  'in a long gallery only the first five and the last five pictures have placeholders',
  async ({ a, db, storage, page }) => {
    const id = await a.show({ title: 'Hamlet' });
    const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const first = await storeMediaFiles(storage, { filename: 'light.jpg', alt: 'A light', content });
    const all = Array.from({ length: 12 }, () => ({ ...first, id: newId() }));
    await write(db, async (tx) => {
      await insertMedia(tx, all, { now });
      await addMediaToShow(
        tx,
        id,
        all.map((item) => ({ id: item.id, caption: '' })),
        '',
      );
    });
    const { photos } = ShowPageContent.parse((await page(`/past-shows/${id}/Hamlet`)).content);
    const told = photos.map(({ placeholder }) => placeholder !== '');
    expect(told).toEqual([true, true, true, true, true, false, false, true, true, true, true, true]);
  },
);
