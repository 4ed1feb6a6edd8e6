import sharp from 'sharp';
import { expect } from 'vitest';
import { loadShowGallery } from '#features/publishing/media/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { createTemporaryFolder, onSqlite } from '#tests/support/site/engines.ts';
import { buildDemoShowId } from '../people/ids.ts';
import { seedDemo } from '../seed.ts';
import { albums } from './pictures/pictures.ts';
import { seedDemoMedia } from './seed-media.ts';

// The drawing code has its own tests and takes twenty seconds, so it is replaced. This test counts the pictures and
// checks where they appear
const draw = () =>
  sharp({ create: { width: 6, height: 4, channels: 3, background: '#a31' } })
    .jpeg()
    .toBuffer();

const now = new Date('2026-11-21T12:00:00Z');

function createWatchedStorage(onFile: (files: number) => void = () => {}): FileStorage {
  const disk = createDiskStorage(createTemporaryFolder());
  let files = 0;
  return {
    ...disk,
    put: (content) => {
      onFile(++files);
      return disk.put(content);
    },
    receive: (content, limits) => {
      onFile(++files);
      return disk.receive(content, limits);
    },
  };
}

async function listSeededMedia(db: DbReader) {
  const media = await db.selectFrom('media').select('id').orderBy('id').execute();
  const onShows = await db
    .selectFrom('show_media')
    .select(['show_id', 'media_id', 'ord'])
    .orderBy('show_id')
    .orderBy('ord')
    .execute();
  const files = await db.selectFrom('file').select('id').orderBy('id').execute();
  return { media, onShows, files };
}

onSqlite(
  'an interrupted seeding of demo media is completed by the next start without duplicates, even a day later',
  async ({ db }) => {
    await seedDemo(db, now);
    const leaving = new AbortController();
    const cut = createWatchedStorage((files) => files === 40 && leaving.abort());
    await seedDemoMedia(db, cut, now, { draw, signal: leaving.signal });
    const half = await listSeededMedia(db.read);
    expect(half.media.length).toBeGreaterThan(0);

    const storage = createWatchedStorage();
    expect(await seedDemoMedia(db, storage, new Date('2026-11-22T12:00:00Z'), { draw })).toBe(true);
    const whole = await listSeededMedia(db.read);
    expect(whole.media.length).toBeGreaterThan(half.media.length);
    expect(new Set(whole.onShows.map((row) => row.media_id)).size).toBe(whole.onShows.length);
    expect(new Set(whole.onShows.map((row) => row.show_id)).size).toBe(albums.length);
    expect(whole.files).toHaveLength(12);
    const { photos, videos } = await loadShowGallery(db.read, buildDemoShowId('the last show'));
    expect([photos.length, videos.length]).toEqual([60, 1]);
    const inAlbums = await db.read.selectFrom('album_media').select('album_id').execute();
    expect([new Set(inAlbums.map((row) => row.album_id)).size, inAlbums.length]).toEqual([
      3,
      albums.slice(0, 3).reduce((sum, { pictures }) => sum + pictures.length, 0),
    ]);
    const show = await db.read
      .selectFrom('show')
      .select(['banner', 'radio_audio'])
      .where('id', '=', buildDemoShowId('the last show'))
      .executeTakeFirstOrThrow();
    expect(show.banner).toMatch(/^\/media\/.+\.webp$/);
    expect(show.radio_audio).toMatch(/^\/media\/.+\.mp3$/);

    const revision = await db.revision();
    expect(await seedDemoMedia(db, storage, now, { draw })).toBe(false);
    expect(await listSeededMedia(db.read)).toEqual(whole);
    expect(await db.revision()).toBe(revision);
  },
);

onSqlite('a real society gets no demo media', async ({ db }) => {
  expect(await seedDemoMedia(db, createWatchedStorage(), now, { draw })).toBe(false);
  expect((await listSeededMedia(db.read)).media).toEqual([]);
});
