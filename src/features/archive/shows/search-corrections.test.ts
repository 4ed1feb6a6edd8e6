import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { ShowEntry, ShowListContent } from './contract.ts';
import { DEFAULT_SHOW_LIST_QUERY, type ShowListQuery } from './list-state.ts';
import { correctShowSearchInSteps } from './search-corrections.ts';
import { findMatchingShows } from './show-list.ts';

const show = (id: string, title: string, more: Partial<ShowEntry> = {}): ShowEntry => ({
  ...{ id, title, date: '1987-05-12', date_precision: 'day', first_date: '1987-05-12', programme: '' },
  ...{ author: '', venue: '', company: '', season: '', genre: '', show_type: '' },
  ...more,
});
const list = (shows: ShowEntry[], members: ShowListContent['members'] = {}): ShowListContent => ({
  ...{ type: 'list_shows', title: 'Past shows', default_layout: 'cards' },
  ...{ shows, members },
});
const archive = list(
  [
    show('inspector', 'An Inspector Calls', { author: 'J. B. Priestley', genre: 'Thriller' }),
    show('macbeth', 'Macbeth', { author: 'William Shakespeare', genre: 'Tragedy', venue: 'Corn Exchange' }),
    show('dream', 'A Midsummer Night’s Dream', { author: 'William Shakespeare', genre: 'Comedy' }),
    show('hound', 'The Real Inspector Hound', { author: 'Tom Stoppard', genre: 'Comedy', date: '1994-11-05' }),
  ],
  { margaret: { name: 'Margaret Ashdown', also_known_as: ['Margaret Pell'], shows: ['inspector', 'macbeth'] } },
);
const correct = (search: string, choices: Partial<ShowListQuery> = {}, content = archive) =>
  runToCompletion(correctShowSearchInSteps(content, { ...DEFAULT_SHOW_LIST_QUERY, search, ...choices }));
const find = (search: string, content = archive) =>
  findMatchingShows(content, { ...DEFAULT_SHOW_LIST_QUERY, search }).shows.map(({ id }) => id);

describe('a search of past shows that finds nothing is corrected', () => {
  it.each([
    ['a word of a title', 'Inspecter', 'inspector', ['inspector', 'hound']],
    ['an author', 'shakespere', 'shakespeare', ['macbeth', 'dream']],
    ['a title', 'macbth', 'macbeth', ['macbeth']],
    ['a venue', 'corn exchnage', 'corn exchange', ['macbeth']],
    ['a person', 'margret ashdwon', 'margaret ashdown', ['inspector', 'macbeth']],
    ['a former name', 'margaret pelll', 'margaret pell', ['inspector', 'macbeth']],
    ['a title and a person in it', 'macbth ashdown', 'macbeth ashdown', ['macbeth']],
    ['two words typed as one', 'inspectorcalls', 'inspector calls', ['inspector']],
    ['a title and a year', 'inspecter 1994', 'inspector 1994', ['hound']],
    ['several searches', 'macbth, hownd', 'macbeth, hound', ['macbeth', 'hound']],
  ])('%s is corrected', (_, typed, corrected, found) => {
    expect(correct(typed)).toBe(corrected);
    expect(find(corrected).toSorted()).toEqual(found.toSorted());
  });

  it('a search that finds a show is left as typed, even if the filters leave that show out', () => {
    expect(correct('macbeth')).toBeNull();
    expect(correct('hound', { genres: ['Tragedy'] })).toBeNull();
  });

  it('a correction is only made if a show that passes the filters matches it', () => {
    expect(correct('inspecter', { genres: ['Comedy'] })).toBe('inspector');
    expect(correct('inspecter', { genres: ['Tragedy'] })).toBeNull();
  });

  it('a correction never combines words from the names of different people', () =>
    expect(
      correct('anne stot', {}, list([show('a', 'Cats')], { a: person('Anne Hale', 'a'), b: person('Jo Stott', 'a') })),
    ).toBeNull());

  it('numbers, an empty search and words unlike any other are not corrected', () => {
    for (const search of ['1788', '', ' , ', 'xylophone of doom']) expect(correct(search)).toBeNull();
  });
});

const person = (name: string, ...shows: string[]) => ({ name, also_known_as: [], shows });

test('whatever was typed, a corrected search finds shows and isn’t corrected again', () => {
  const words = ['Inspector', 'Calls', 'Macbeth', 'William', 'Shakespeare', 'Margaret', 'Ashdown', 'Exchange', '1987'];
  const slip = fc.record({
    word: fc.constantFrom(...words),
    at: fc.nat(10),
    change: fc.constantFrom('drop', 'double', 'swap'),
  });
  const typed = fc.array(slip, { minLength: 1, maxLength: 4 }).map((slips) =>
    slips
      .map(({ word, at, change }) => {
        const place = at % word.length;
        const [start, letter, end] = [word.slice(0, place), word[place] ?? '', word.slice(place + 1)];
        if (change === 'drop') return start + end;
        return change === 'double' ? start + letter + letter + end : start + (end[0] ?? '') + letter + end.slice(1);
      })
      .join(' '),
  );
  fc.assert(
    fc.property(fc.oneof(typed, fc.string({ unit: 'grapheme' })), (search) => {
      const corrected = correct(search);
      if (find(search).length > 0) expect(corrected).toBeNull();
      if (corrected === null) return;
      expect(corrected.split(', ').map(foldText).join(', ')).toBe(corrected);
      expect(find(corrected)).not.toEqual([]);
      expect(correct(corrected)).toBeNull();
    }),
  );
});

test('a long word of any title with one letter missing finds that title', () => {
  const titles = archive.shows.map(({ id, title }) => ({ id, words: foldText(title).split(' ') }));
  const slips = titles.flatMap(({ id, words }) =>
    words
      .filter((word) => word.length >= 5)
      .flatMap((word) => [...word].map((_, at) => ({ id, typed: word.slice(0, at) + word.slice(at + 1) }))),
  );
  for (const { id, typed } of slips)
    expect([typed, find(correct(typed) ?? typed)]).toEqual([typed, expect.arrayContaining([id])]);
});
