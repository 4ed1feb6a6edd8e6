import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFilterOptions } from '../filter-options.ts';
import { updateFilterOptions } from './incremental-filter-options.ts';

const show = fc.record({
  date: fc.constantFrom('1931-05-01', '1987-04-11', '2024-12-01'),
  season: fc.constantFrom('', 'Winter', 'Spring', 'Season 2', 'Season 10'),
  genre: fc.constantFrom('', 'The Farce', 'Drama', 'drama', 'Älteres'),
  show_type: fc.constantFrom('One act', 'Full length'),
  company: fc.string({ maxLength: 2 }),
  venue: fc.constantFrom('', 'Hall', 'An Attic'),
});
const many = Array.from({ length: 520 }, (_, at) => ({
  ...{ date: `${1940 + (at % 60)}-01-01`, season: 'Spring', genre: 'Drama', show_type: 'One act' },
  ...{ company: `Company ${at}`, venue: 'Hall' },
}));
const change = fc.tuple(fc.nat(519), fc.nat(3), fc.array(show, { maxLength: 3 }));

test('incrementally updated filter options equal freshly computed ones', () => {
  fc.assert(
    fc.property(fc.array(show, { maxLength: 8 }), fc.array(change, { maxLength: 8 }), (first, changes) => {
      let list = [...first, ...many];
      updateFilterOptions(list);
      for (const [at, without, more] of changes) {
        list = list.toSpliced(at, without, ...more);
        const followed = updateFilterOptions(list);
        const [one, other] = [buildFilterOptions(list.slice(0, 300)), buildFilterOptions(list.slice(300, 600))];
        expect(followed.earliestYear).toBe(Math.min(one.earliestYear, other.earliestYear));
        expect(followed.latestYear).toBe(Math.max(one.latestYear, other.latestYear));
        for (const kind of ['genres', 'seasons', 'showTypes', 'companies', 'venues'] as const) {
          expect(new Set(followed[kind])).toEqual(new Set([...one[kind], ...other[kind]]));
          expect(followed[kind]).toHaveLength(new Set(followed[kind]).size);
        }
      }
      expect(updateFilterOptions(list)).toEqual(buildFilterOptions(list));
    }),
    { numRuns: 60 },
  );
});
