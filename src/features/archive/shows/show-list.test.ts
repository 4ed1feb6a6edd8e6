import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ShowEntry, ShowListContent } from './contract.ts';
import { DEFAULT_SHOW_LIST_QUERY, SHOW_SORTS, type ShowListQuery } from './list-state.ts';
import { findMatchingShows, findUsualShowType, prepareListInSteps, trimShowListForHtml } from './show-list.ts';

const show = (id: string, title: string, date: string, more: Partial<ShowEntry> = {}): ShowEntry => ({
  id,
  title,
  date,
  date_precision: 'day',
  first_date: date,
  author: '',
  programme: '',
  venue: '',
  company: '',
  season: '',
  genre: '',
  show_type: '',
  ...more,
});

const list = (shows: ShowEntry[], members: ShowListContent['members'] = {}): ShowListContent => ({
  type: 'list_shows',
  title: 'Past shows',
  default_layout: 'cards',
  shows,
  members,
});

const society = list(
  [
    show('inspector', 'An Inspector Calls', '2026-10-24', {
      author: 'J. B. Priestley',
      genre: 'Thriller',
      season: 'Autumn',
    }),
    show('earnest', 'The Importance of Being Earnest', '2026-04-18', {
      author: 'Oscar Wilde',
      genre: 'Comedy',
      season: 'Spring',
    }),
    show('milk', 'Under Milk Wood', '2025-07-12', { author: 'Dylan Thomas', genre: 'Drama', season: 'Summer' }),
    show('conways', 'Time and the Conways', '1987-01-01', {
      author: 'J. B. Priestley',
      genre: 'Drama',
      date_precision: 'year',
    }),
    show('inspectors', 'Inspectors and Their Calling', '1962-05-05', { genre: 'Farce' }),
  ],
  {
    margaret: { name: 'Margaret Ashdown', also_known_as: [], shows: ['inspector', 'earnest', 'conways'] },
    tom: { name: 'Tom Okafor', also_known_as: [], shows: ['inspector', 'milk', 'conways'] },
    dylan: { name: 'Dylan White', also_known_as: [], shows: ['earnest'] },
  },
);
const ids = (choices: Partial<ShowListQuery>, content = society) =>
  findMatchingShows(content, { ...DEFAULT_SHOW_LIST_QUERY, ...choices }).shows.map(({ id }) => id);

describe('past shows are filtered by genre, member, company, venue and year', () => {
  it('a filter by several genres finds shows of any of them', () =>
    expect(ids({ genres: ['Drama', 'Farce'] })).toEqual(['milk', 'conways', 'inspectors']));
  it('a filter by several members finds shows in which all of them took part', () => {
    expect(ids({ members: ['margaret'] })).toEqual(['inspector', 'earnest', 'conways']);
    expect(ids({ members: ['margaret', 'tom'] })).toEqual(['inspector', 'conways']);
  });
  it('a filter by a member’s name typed into the URL finds that member’s shows', () =>
    expect(ids({ members: ['tom  OKAFOR'] })).toContain('milk'));
  it('a filter by an unknown member finds nothing', () => expect(ids({ members: ['constructor'] })).toEqual([]));
  it('a filter by company or venue finds the shows of that company or venue', () => {
    const two = list([
      show('a', 'A', '2001-05-05', { venue: 'Main House', company: 'Barts Players' }),
      show('b', 'B', '2000-05-05', { venue: 'The Studio', company: 'Archway Theatre' }),
    ]);
    expect(ids({ companies: ['Barts Players'] }, two)).toEqual(['a']);
    expect(ids({ venues: ['The Studio', 'Main House'] }, two)).toEqual(['a', 'b']);
    expect(ids({ companies: ['Barts Players'], venues: ['The Studio'] }, two)).toEqual([]);
  });
  it('a range of years includes both years, and is limited to the years of the archive', () => {
    expect(ids({ from: 1987, to: 2025 })).toEqual(['milk', 'conways']);
    expect(ids({ from: 2300, to: 2400 })).toEqual(['inspector', 'earnest']);
    expect(ids({ from: 1066, to: 1970 })).toEqual(['inspectors']);
    expect(ids({ to: 0 })).toEqual(['inspectors']);
  });
  it('each further filter narrows the list', () =>
    expect(ids({ members: ['margaret'], genres: ['Drama'], to: 1990 })).toEqual(['conways']));
});

describe('past shows are searched by title, author, people, year, venue and company', () => {
  it('a search finds titles, playwrights and people', () => {
    expect(ids({ search: 'milk', sort: 'relevance' })).toEqual(['milk']);
    expect(ids({ search: 'jb priestley', sort: 'relevance' })).toEqual(['inspector', 'conways']);
    expect(ids({ search: 'okafor', sort: 'relevance' })).toEqual(['inspector', 'milk', 'conways']);
  });
  it('a search finds a person by a former name', () => {
    const members = { m: { name: 'Margaret Ashdown', also_known_as: ['Margaret Pell'], shows: ['earnest'] } };
    const before = list([...society.shows] as ShowEntry[], members);
    expect(ids({ search: 'pell', sort: 'relevance' }, before)).toEqual(['earnest']);
    expect(ids({ search: 'margaret pell', sort: 'relevance' }, before)).toEqual(['earnest']);
    expect(ids({ search: 'ashdown pell', sort: 'relevance' }, before)).toEqual([]);
    expect(ids({ members: ['margaret pell'] }, before)).toEqual(['earnest']);
  });
  it('a search finds the shows of a year, a decade, a venue or a company', () => {
    const years = list([
      show('orwell', '1984', '2001-05-05', { venue: 'Main House', company: 'Barts Players' }),
      show('farce', 'Boeing-Boeing', '1984-05-05', { venue: 'The Studio', company: 'Barts Players' }),
      show('noises', 'Noises Off', '1987-05-05', { venue: 'Main House', company: 'Archway Theatre' }),
    ]);
    const found = (search: string) => ids({ search, sort: 'relevance' }, years);
    expect(found('1984')).toEqual(['orwell', 'farce']);
    expect(found('1980s')).toEqual(['noises', 'farce']);
    expect(found('barts')).toEqual(['orwell', 'farce']);
    expect(found('main house')).toEqual(['orwell', 'noises']);
    expect(found('main house 1987')).toEqual(['noises']);
    expect(found('barts boeing')).toEqual(['farce']);
  });
  it('whole words rank above beginnings of words, which rank above other parts of words', () => {
    const words = list([
      show('a', 'Disinspected', '2026-01-01'),
      show('b', 'Inspectors', '2025-01-01'),
      show('c', 'Inspect', '2024-01-01'),
    ]);
    expect(ids({ search: 'inspect', sort: 'relevance' }, words)).toEqual(['c', 'b', 'a']);
    expect(ids({ search: 'inspect', sort: 'relevance-reversed' }, words)).toEqual(['a', 'b', 'c']);
  });
  it('the first of several search terms weighs most', () => {
    expect(ids({ search: 'wood, earnest', sort: 'relevance' })).toEqual(['milk', 'earnest']);
    expect(ids({ search: 'earnest, wood', sort: 'relevance' })).toEqual(['earnest', 'milk']);
  });
  it('a search term may combine a title with a person, but never the names of two people', () => {
    expect(ids({ search: 'priestley time', sort: 'relevance' })).toEqual(['conways']);
    expect(ids({ search: 'margaret okafor', sort: 'relevance' })).toEqual([]);
    expect(ids({ search: 'wood okafor', sort: 'relevance' })).toEqual(['milk']);
  });
  it('scores are compared as numbers, so the tenth term does not outweigh the second', () => {
    const terms = Array.from({ length: 12 }, (_, at) => `word${at}`);
    const many = list(terms.map((term, at) => show(`s${at}`, term, `20${10 + at}-01-01`)));
    expect(ids({ search: terms.join(','), sort: 'relevance' }, many).slice(0, 3)).toEqual(['s0', 's1', 's2']);
  });
  it('a search without letters or digits finds nothing', () =>
    expect(ids({ search: '?!', sort: 'relevance' })).toEqual([]));
});

describe('past shows are sorted by date, title or relevance', () => {
  it('shows are listed newest first by default', () =>
    expect(ids({})).toEqual(['inspector', 'earnest', 'milk', 'conways', 'inspectors']));
  it('titles are sorted without their articles, ascending or descending', () => {
    const byTitle = ['earnest', 'inspector', 'inspectors', 'conways', 'milk'];
    expect(ids({ sort: 'title' })).toEqual(byTitle);
    expect(ids({ sort: 'title-reversed' })).toEqual(byTitle.toReversed());
  });

  const anyList = fc
    .uniqueArray(
      fc.record({
        id: fc.string({ minLength: 1, maxLength: 3 }),
        title: fc.constantFrom('Hamlet', 'The Hamlet', 'Macbeth', ''),
        year: fc.integer({ min: 1990, max: 1993 }),
      }),
      { selector: ({ id }) => id, maxLength: 30 },
    )
    .map((shows) => shows.map(({ id, title, year }) => show(id, title, `${year}-01-01`)));

  it('the order of a list does not depend on the order in which the server sent the shows', () => {
    fc.assert(
      fc.property(
        anyList,
        fc.constantFrom(...SHOW_SORTS),
        fc.constantFrom('', 'ham', 'e, m'),
        (shows, sort, search) => {
          expect(ids({ sort, search }, list(shows.toReversed()))).toEqual(ids({ sort, search }, list(shows)));
        },
      ),
    );
  });

  it('sorting neither loses nor duplicates a show', () => {
    fc.assert(
      fc.property(anyList, fc.constantFrom(...SHOW_SORTS), (shows, sort) => {
        expect(ids({ sort }, list(shows)).toSorted()).toEqual(shows.map(({ id }) => id).toSorted());
      }),
    );
  });
});

describe('the HTML contains one page of the show list', () => {
  const long = list(
    Array.from({ length: 130 }, (_, at) =>
      show(`show${at}`, `Show ${at}`, `${1900 + at}-01-01`, { genre: at % 2 ? 'Farce' : 'Drama' }),
    ),
    {
      ann: { name: 'Ann Hale', also_known_as: [], shows: ['show1'] },
      bob: { name: 'Bob Hale', also_known_as: [], shows: ['show2'] },
    },
  );

  it('the HTML has 60 shows of the requested page and the total number of shows', () => {
    const second = trimShowListForHtml(long, { ...DEFAULT_SHOW_LIST_QUERY, page: 2 });
    expect(second.shows).toHaveLength(60);
    expect(second.shows[0]?.id).toBe('show69');
    expect(second.first_view).toMatchObject({ page: 2, pages: 3, matches: 130, total: 130 });
    expect(second.first_view?.options).toEqual({
      genres: ['Drama', 'Farce'],
      seasons: [],
      showTypes: [],
      companies: [],
      venues: [],
      earliestYear: 1900,
      latestYear: 2029,
    });
  });

  it('the HTML shows the last page for a page number that is too high', () => {
    expect(trimShowListForHtml(long, { ...DEFAULT_SHOW_LIST_QUERY, page: 99 }).first_view?.page).toBe(3);
    const none = trimShowListForHtml(long, { ...DEFAULT_SHOW_LIST_QUERY, genres: ['Opera'], page: 4 });
    expect(none.first_view).toMatchObject({ page: 1, pages: 1, matches: 0, total: 130 });
  });

  it('the HTML says on which page each decade begins, in the order of the list', () => {
    const starts = (choices: Partial<ShowListQuery>) =>
      (trimShowListForHtml(long, { ...DEFAULT_SHOW_LIST_QUERY, ...choices }).first_view?.decades ?? []).map(
        ({ decade, page }) => `${decade}: ${page}`,
      );
    expect(starts({}).slice(0, 8).at(-1)).toBe('1950: 2');
    expect(starts({})).toHaveLength(13);
    expect(starts({ sort: 'oldest' })[0]).toBe('1900: 1');
    expect(starts({ sort: 'oldest' }).at(-1)).toBe('2020: 3');
    expect(starts({ sort: 'title' })).toEqual([]);
    expect(starts({ from: 1990 })).toEqual([]);
  });

  it('the HTML names the selected members and nobody else', () => {
    expect(trimShowListForHtml(long, { ...DEFAULT_SHOW_LIST_QUERY, members: ['ann'] }).members).toEqual({
      ann: { name: 'Ann Hale', also_known_as: [], shows: [] },
    });
  });

  it('the pages of a show list together contain all shows', () => {
    const pages = [1, 2, 3].flatMap((page) => trimShowListForHtml(long, { ...DEFAULT_SHOW_LIST_QUERY, page }).shows);
    expect(pages).toEqual(findMatchingShows(long, DEFAULT_SHOW_LIST_QUERY).shows);
  });

  it('a show list is prepared in steps, and the result is reused for that list', () => {
    const many = list(Array.from({ length: 5000 }, (_, n) => show(`s${n}`, `Play ${n}`, '1987-04-11')));
    const steps = prepareListInSteps(many);
    let pauses = 0;
    while (!steps.next().done) pauses += 1;
    expect(pauses).toBeGreaterThan(4);
    expect(prepareListInSteps({ ...many, admin: true }).next().done).toBe(true);
    expect(ids({ search: 'play 4999' }, many)).toEqual(
      ids({ search: 'play 4999' }, { ...many, shows: [...many.shows] }),
    );
  });
});

test.each([
  [['Full-length play', 'Musical', 'Full-length play'], 'Full-length play'],
  [['Full-length play', 'Musical'], ''],
  [['', '', 'Musical'], ''],
  [['Musical'], ''],
  [[], ''],
])('among the show types %j, the usual one is “%s”', (types, usual) => {
  expect(findUsualShowType(types.map((show_type) => ({ show_type })))).toBe(usual);
});
