import sharp from 'sharp';
import { expect, test } from 'vitest';
import { demo } from '../demo.ts';
import { showId } from '../ids/show-id.ts';
import { albums } from './albums.ts';
import { picturesOf, stageOf } from './plan.ts';
import { rasterise } from './raster.ts';
import { softHalf, wholePicture } from './stage.ts';

const planned = albums.map(picturesOf);

test('at least fifteen shows have photographs, and the last has sixty', () => {
  const told = new Set(demo('2026-11-21').shows.map(({ id }) => id));
  expect(albums.filter(({ show }) => told.has(showId(show))).length).toBeGreaterThanOrEqual(15);
  expect(planned[0]?.length).toBe(60);
});

test('whoever can’t see a picture is told what is in it, and of no two the same', () => {
  const alts = planned.flat().map(({ alt }) => alt);
  expect(new Set(alts).size).toBe(alts.length);
  for (const alt of alts) expect(alt).toMatch(/^[A-Z].{20,}[a-z]$/);
});

test('the same picture is drawn alike each time, and no two pictures are', () => {
  const drawn = (at: (typeof planned)[number][number]) =>
    softHalf(stageOf(at)) + wholePicture(stageOf(at), { soft: '', grain: '', share: 1 });
  const all = planned.flat().map(drawn);
  expect(planned.flat().map(drawn)).toEqual(all);
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ['wide', (width: number, height: number) => width > height],
  ['tall', (width: number, height: number) => width < height],
])('a %s picture has the size that was planned, and light and dark in it', async (_, shape) => {
  const picture = planned.flat().find(({ setting }) => shape(setting.width, setting.height));
  if (!picture) throw new Error('None is planned');
  const made = sharp(await rasterise(stageOf(picture)));
  const { width, height, format } = await made.metadata();
  expect({ width, height, format }).toEqual({
    width: picture.setting.width,
    height: picture.setting.height,
    format: 'jpeg',
  });
  const [red] = (await made.stats()).channels;
  expect(red?.max ?? 0).toBeGreaterThan(180);
  expect(red?.min ?? 255).toBeLessThan(30);
});
