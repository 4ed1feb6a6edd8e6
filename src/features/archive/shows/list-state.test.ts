import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter, anyQuery } from '#tests/support/formats/arbitrary-texts.ts';
import {
  applyShowListAction,
  countActiveFilters,
  DEFAULT_SHOW_LIST_QUERY,
  orderYears,
  parseShowListQuery,
  SHOW_LIST_QUERY_KEYS,
  SHOW_SORTS,
  type ShowListQuery,
  showListPath,
  toShowListParams,
} from './list-state.ts';

describe('a change to a show list’s search, filters or order resets only the choices that depend on it', () => {
  it('a new search sorts by relevance, and clearing it sorts by date again', () => {
    const oldest = applyShowListAction(DEFAULT_SHOW_LIST_QUERY, { do: 'sort', sort: 'oldest' });
    const searching = applyShowListAction(oldest, { do: 'search', text: 'coward' });
    expect(searching.sort).toBe('relevance');
    expect(applyShowListAction(searching, { do: 'search', text: '  ' }).sort).toBe('newest');
  });

  it('an order chosen during a search is kept while the search is refined', () => {
    const searching = applyShowListAction(DEFAULT_SHOW_LIST_QUERY, { do: 'search', text: 'cow' });
    const byTitle = applyShowListAction(searching, { do: 'sort', sort: 'title' });
    expect(applyShowListAction(byTitle, { do: 'search', text: 'coward' }).sort).toBe('title');
  });

  it('a list returns to its first page when its filters change, but not when its layout does', () => {
    const third = applyShowListAction(DEFAULT_SHOW_LIST_QUERY, { do: 'turn to', page: 3 });
    expect(applyShowListAction(third, { do: 'add', kind: 'genres', value: 'Farce' }).page).toBe(1);
    expect(applyShowListAction(third, { do: 'lay out', layout: 'table' }).page).toBe(3);
  });

  it('a filter holds each item once and at most 200 items, and an item can be removed', () => {
    let choices = DEFAULT_SHOW_LIST_QUERY;
    for (let member = 0; member < 250; member++)
      choices = applyShowListAction(choices, { do: 'add', kind: 'members', value: `m${member}` });
    expect(choices.members).toHaveLength(200);
    const again = applyShowListAction(choices, { do: 'add', kind: 'members', value: 'm249' });
    expect(again.members).toHaveLength(200);
    expect(applyShowListAction(again, { do: 'remove', kind: 'members', value: 'm249' }).members).not.toContain('m249');
  });

  it('clearing a list resets everything but the layout', () => {
    const choices = {
      ...DEFAULT_SHOW_LIST_QUERY,
      search: 'noel',
      genres: ['Farce'],
      from: 1990,
      layout: 'table' as const,
      page: 2,
    };
    expect(applyShowListAction(choices, { do: 'clear' })).toEqual({ ...DEFAULT_SHOW_LIST_QUERY, layout: 'table' });
  });

  it('a range of years counts as one filter, and a search counts as none', () => {
    expect(
      countActiveFilters({
        ...DEFAULT_SHOW_LIST_QUERY,
        search: 'x',
        genres: ['Farce'],
        members: ['a', 'b'],
        from: 1990,
        to: 2000,
      }),
    ).toBe(4);
  });
});

const read = (query: string) => parseShowListQuery(new URLSearchParams(query));

const text = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((value) => value.trim() === value && value !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(value));
const several = fc.uniqueArray(text, { maxLength: 5 });
const year = fc.option(fc.integer({ min: 1, max: 9999 }));
const anyChoices: fc.Arbitrary<ShowListQuery> = fc
  .record({
    search: fc.oneof(text, fc.constant('')),
    genres: several,
    seasons: several,
    showTypes: several,
    companies: several,
    venues: several,
    members: several,
    from: year,
    to: year,
    sort: fc.constantFrom(...SHOW_SORTS),
    layout: fc.constantFrom('cards' as const, 'table' as const, '' as const),
    page: fc.integer({ min: 1, max: 999 }),
  })
  .map((choices) => ({ ...choices, ...orderYears(choices.from, choices.to) }));

describe('the URL of a show list contains its search, filters and order', () => {
  it('a list’s URL restores every choice when it is opened', () => {
    fc.assert(
      fc.property(anyChoices, (choices) => {
        expect(read(toShowListParams(choices).toString())).toEqual(choices);
      }),
    );
  });

  it('a list’s URL has one canonical form, whatever the order of its parameters', () => {
    expect(toShowListParams(read('page=2&to=1999&genre=Farce&member=a&q=noel&member=b')).toString()).toBe(
      'q=noel&genre=Farce&member=a&member=b&to=1999&page=2',
    );
    fc.assert(
      fc.property(anyChoices, (choices) => {
        const keys = [...new Set(toShowListParams(choices).keys())];
        expect(keys).toEqual(SHOW_LIST_QUERY_KEYS.filter((key) => keys.includes(key)));
      }),
    );
  });

  it('a list’s URL leaves out default values', () => {
    expect(showListPath('/past-shows', DEFAULT_SHOW_LIST_QUERY)).toBe('/past-shows');
    expect(
      showListPath('/past-shows', applyShowListAction(DEFAULT_SHOW_LIST_QUERY, { do: 'search', text: 'noel' })),
    ).toBe('/past-shows?q=noel');
  });

  it('any query string is parsed to a valid list query', () => {
    fc.assert(
      fc.property(
        anyQuery,
        fc.constantFrom(...SHOW_LIST_QUERY_KEYS),
        fc.string({ unit: anyCharacter }),
        (rest, key, value) => {
          const query = new URLSearchParams(rest);
          query.append(key, value);
          const choices = parseShowListQuery(query);
          expect(parseShowListQuery(toShowListParams(choices))).toEqual(choices);
        },
      ),
    );
  });

  it.each([
    ['from=abc&to=-3&page=0&sort=sideways&layout=spiral', DEFAULT_SHOW_LIST_QUERY],
    ['from=2026&to=2015', { ...DEFAULT_SHOW_LIST_QUERY, from: 2015, to: 2026 }],
    ['genre=&season=+&q=%20', DEFAULT_SHOW_LIST_QUERY],
    ['q=a%00b%1F%E2%80%AEc', { ...DEFAULT_SHOW_LIST_QUERY, search: 'a b c', sort: 'relevance' }],
    ['genre=Farce&genre=Farce', { ...DEFAULT_SHOW_LIST_QUERY, genres: ['Farce'] }],
    ['page=99999999999', DEFAULT_SHOW_LIST_QUERY],
  ])('the query %s is parsed with its invalid values corrected or left out', (query, choices) =>
    expect(read(query)).toEqual(choices),
  );

  it('a search text of 10 kB is cut at 200 characters', () => {
    expect(read(`q=${'x'.repeat(10_000)}`).search).toHaveLength(200);
    expect(read(`q=${'x'.repeat(199)}🎭`).search).toBe('x'.repeat(199));
  });

  it('the URL of a list restores a venue of the maximum length', () => {
    const choices = { ...DEFAULT_SHOW_LIST_QUERY, venues: ['The hall behind the mill, '.repeat(38).trim()] };
    expect(read(toShowListParams(choices).toString())).toEqual(choices);
    expect(read(`venue=${'x'.repeat(10_000)}`).venues[0]).toHaveLength(1000);
  });

  it('a filter in a URL accepts up to 200 items', () => {
    const many = Array.from({ length: 300 }, (_, number) => `member=m${number}`).join('&');
    expect(read(many).members).toHaveLength(200);
  });
});
