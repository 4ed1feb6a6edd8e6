import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignPosterDesigns, getMotifsForGenre, type PosterDesign, type PosterDesignInput } from './designs.ts';

const archive = fc.uniqueArray(
  fc.record({
    id: fc.string({ maxLength: 16 }),
    title: fc.constantFrom('Hamp', 'Blithe Spirit', 'The Cherry Orchard', 'Dial M for Murder'),
    genre: fc.constantFrom('', 'Comedy', 'Thriller', 'Drama', 'Musical'),
    poster_number: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(999)),
  }),
  { maxLength: 120, selector: ({ id }) => id },
);
const inTurn = async (shows: readonly PosterDesignInput[]): Promise<PosterDesign[]> => [
  ...(await assignPosterDesigns(shows)).values(),
];
const key = ({ motif, inks }: PosterDesign) => `${motif} ${inks}`;

test('nearby posters differ in picture and inks, and no two of forty in a row share both', async () => {
  await fc.assert(
    fc.asyncProperty(archive, async (shows) => {
      const designs = await inTurn(shows);
      expect(designs).toHaveLength(shows.length);
      for (const [at, { motif, inks }] of designs.entries())
        for (const near of designs.slice(Math.max(0, at - 4), at))
          expect([near.motif === motif, near.inks === inks]).toEqual([false, false]);
      for (let from = 0; from + 40 <= designs.length; from++)
        expect(new Set(designs.slice(from, from + 40).map(key)).size).toBe(40);
    }),
    { numRuns: 60 },
  );
});

test('posters of forty comedies in a row all differ, and each has a picture that suits a comedy', async () => {
  const designs = await inTurn(
    Array.from({ length: 400 }, (_, at) => ({ id: `comedy ${at}`, title: '', genre: 'Comedy', poster_number: 0 })),
  );
  for (let from = 0; from + 40 <= designs.length; from++)
    expect(new Set(designs.slice(from, from + 40).map(key)).size).toBe(40);
  for (const { motif } of designs) expect(getMotifsForGenre('Comedy')).toContain(motif);
});

test('adding a new show leaves the posters of all earlier shows unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(archive, async (shows) => {
      const before = await assignPosterDesigns(shows.slice(0, -1));
      const after = await assignPosterDesigns(shows);
      for (const [id, design] of before) expect(after.get(id)).toEqual(design);
    }),
    { numRuns: 40 },
  );
});

test('adding an old show to a thousand usually changes the pictures of fewer than twenty posters', async () => {
  const shows = Array.from({ length: 1000 }, (_, at) => ({ id: `show ${at}`, title: '', genre: '', poster_number: 0 }));
  const before = await assignPosterDesigns(shows);
  const changed: number[] = [];
  for (let at = 0; at <= 20; at++) {
    const after = await assignPosterDesigns(
      shows.toSpliced(40 * at, 0, { id: `found ${at}`, title: '', genre: '', poster_number: 0 }),
    );
    changed.push(shows.filter(({ id }) => after.get(id)?.motif !== before.get(id)?.motif).length);
  }
  expect(changed.toSorted((a, b) => a - b)[10]).toBeLessThan(20);
});

test('a title on a known topic gets a picture for that topic that no nearby poster has', async () => {
  const titles = ['Blithe Spirit', 'Dial M for Murder', 'The Cherry Orchard', 'Treasure Island', 'Ghosts', 'Spirits'];
  const designs = await inTurn(titles.map((title) => ({ id: title, title, genre: '', poster_number: 0 })));
  expect(designs.map(({ motif }) => motif).slice(0, 5)).toEqual(['candle', 'wire', 'petals', 'waves', 'eye']);
  expect(designs[5]?.motif).toBe('candle');
});

test('choosing the next poster for a show changes its picture, and leaves earlier posters unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(archive, fc.nat(998)), async ([shows, number]) => {
      const [last] = shows.slice(-1);
      if (!last) return;
      const numbered = (poster_number: number) =>
        assignPosterDesigns([...shows.slice(0, -1), { ...last, poster_number }]);
      const [one, next] = [await numbered(number), await numbered(number + 1)];
      expect(next.get(last.id)?.motif).not.toBe(one.get(last.id)?.motif);
      for (const { id } of shows.slice(0, -1)) expect(next.get(id)).toEqual(one.get(id));
    }),
    { numRuns: 40 },
  );
});
