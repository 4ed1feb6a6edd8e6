import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { addMediaToShow, findCoverPicture } from './index.ts';

onEachSite('a post shows its own picture, otherwise a photograph or the banner of its show', async ({ a, db }) => {
  const [own, photograph, banner] = [
    await a.picture('Own', { width: 300, height: 200 }),
    await a.picture('Photograph'),
    await a.picture('Banner'),
  ];
  const show = await a.show({ title: 'Hamlet' });
  const shown = async (text: string, ofShow: string | null = show) =>
    (await findCoverPicture(db.read, { text, show: ofShow, banner: `/media/${banner}/b.webp` }))?.alt;
  expect(await shown('No photographs yet.')).toBe('Banner');
  await write(db, (tx) => addMediaToShow(tx, show, [{ id: photograph, caption: '' }], 'Ann'));
  expect(await shown('Now there is one.')).toBe('Photograph');
  expect(await shown(`![Own](/media/${own}/own.webp)`)).toBe('Own');
  expect(await shown('![Gone](/media/abcdefghijklmnop/gone.webp)')).toBe('Photograph');
  expect(await findCoverPicture(db.read, { text: 'About nothing', show: null })).toBeUndefined();
});
