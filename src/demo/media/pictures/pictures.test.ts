import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildDemoShowId } from '../../people/ids.ts';
import { buildDemoSociety } from '../../society/demo.ts';
import { albums, banners, readDrawing, textPictures } from './pictures.ts';
import { renderAsPhotograph } from './raster.ts';

const photographs = albums.flatMap(({ pictures }) => pictures);
const all = [...photographs, ...banners.map(({ picture }) => picture), ...textPictures];

test('at least fifteen demo shows have photographs, and the last show has sixty', () => {
  const shows = new Set(buildDemoSociety('2026-11-21').shows.map(({ id }) => id));
  expect(albums.filter(({ show }) => shows.has(buildDemoShowId(show))).length).toBeGreaterThanOrEqual(15);
  expect(albums[0]?.pictures).toHaveLength(60);
});

test('each photograph has its own alternative text', () => {
  expect(new Set(photographs.map(({ alt }) => alt)).size).toBe(photographs.length);
  for (const { alt } of all) expect(alt).toMatch(/^[A-Z].{20,}[a-z]$/);
});

test('each picture has its own id and drawing, and no drawing is unused', async () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const files = readdirSync(join(import.meta.dirname, 'drawings'));
  expect(files.toSorted()).toEqual(all.map(({ name }) => `${name}.svg`).toSorted());
  expect(new Set(await Promise.all(all.map(readDrawing))).size).toBe(all.length);
});

test.each([
  ['wide', 'the-last-show-1', 1200, 800],
  ['tall', 'the-last-show-4', 800, 1200],
])('a %s picture has the size of its drawing, and light and dark areas', async (_, name, width, height) => {
  const picture = all.find((one) => one.name === name);
  if (!picture) throw new Error('There is no such picture');
  const made = sharp(await renderAsPhotograph(await readDrawing(picture)));
  expect(await made.metadata()).toMatchObject({ width, height, format: 'jpeg' });
  const [red] = (await made.stats()).channels;
  expect(red?.max ?? 0).toBeGreaterThan(180);
  expect(red?.min ?? 255).toBeLessThan(30);
});
