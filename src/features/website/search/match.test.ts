import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import type { ResultKind, SearchContent, SearchItem } from './contract.ts';
import {
  findMatchingRoles,
  findResults,
  getTrimmedResults,
  MAX_BEST_MATCHES,
  parseSearchQuery,
  RESULT_KINDS,
  RESULTS_PER_KIND,
  RESULTS_PER_PAGE,
  type SearchQuery,
  type SearchResults,
  scoreItems,
  toSearchParams,
  trimSearchInSteps,
} from './match.ts';

const trimSearchForHtml = (content: SearchContent, query: SearchQuery) =>
  runToCompletion(trimSearchInSteps(content, query));

const subject = (type: ResultKind, title: string, ...also: string[]): SearchItem => {
  return { type, title, href: `/${type}/${title}`, detail: '', also, poster: '' };
};
const ask = (search: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  search,
  kind: null,
  page: 1,
  ...more,
});
const titles = (items: readonly SearchItem[], search: string) =>
  shownOf(findResults(items, ask(search))).map((item) => item.title);
const shownOf = ({ best, groups }: SearchResults) => [...best, ...groups.flatMap((group) => group.items)];

const site = [
  subject('show', 'Hamlet'),
  subject('show', 'Show Boat'),
  subject('show', 'Hamlet, Revisited'),
  subject('member', 'Ann Hamlet-Jones'),
  subject('member', 'Zoë Hale'),
  subject('post', 'Auditions for Hamlet'),
  subject('blog', 'On building a boat'),
];

describe('a search of the whole site ranks results of every kind', () => {
  it('a search finds titles and names of every kind, and ranks whole words first', () => {
    expect(titles(site, 'hamlet')).toEqual(['Hamlet', 'Hamlet, Revisited', 'Ann Hamlet-Jones', 'Auditions for Hamlet']);
    expect(titles(site, 'boat')).toEqual(['Show Boat', 'On building a boat']);
  });
  it('the word “blog” finds blog posts and “people” finds people, but “blo” finds nothing', () => {
    expect(titles(site, 'hamlet people')).toEqual(['Ann Hamlet-Jones']);
    expect(titles(site, 'show boat')).toEqual(['Show Boat']);
    expect(titles(site, 'blog')).toEqual(['On building a boat']);
    expect(titles(site, 'blo')).toEqual([]);
  });
  it('a search treats accents and capitals as plain letters', () => expect(titles(site, 'ZOE')).toEqual(['Zoë Hale']));
  it('a search finds items that match all words of at least one of its terms', () => {
    expect(titles(site, 'hamlet revisited')).toEqual(['Hamlet, Revisited']);
    expect(titles(site, 'revisited, zoe')).toEqual(['Hamlet, Revisited', 'Zoë Hale']);
  });
  it('the first term of a search counts most', () => {
    const shows = [subject('show', 'Arcadia'), subject('show', 'Betrayal')];
    expect(titles(shows, 'betrayal, arcadia')).toEqual(['Betrayal', 'Arcadia']);
    expect(titles(shows, 'arcadia, betrayal')).toEqual(['Arcadia', 'Betrayal']);
  });
  it('the kind with the best result is listed first', () => {
    const some = [subject('show', 'The Pughs at Home'), subject('member', 'Bea Dunn'), subject('member', 'Cy Pugh')];
    expect(titles(some, 'dunn, pugh')).toEqual(['Bea Dunn', 'Cy Pugh', 'The Pughs at Home']);
    expect(titles(some, 'pughs, dunn')).toEqual(['The Pughs at Home', 'Bea Dunn']);
  });
  it('the best results of all kinds are listed first if grouping by kind would hide them', () => {
    const shows = Array.from({ length: 9 }, (_, n) => subject('show', `The Lantern Bearers ${n}`));
    const some = [...shows, subject('member', 'Lantern'), subject('blog', 'A lantern')];
    const { best, groups, matches } = findResults(some, ask('lantern'));
    expect(best).toHaveLength(MAX_BEST_MATCHES);
    expect(best.slice(0, 3).map(({ title }) => title)).toEqual(['Lantern', 'The Lantern Bearers 0', 'A lantern']);
    expect(groups.map(({ kind, items }) => [kind, items.length])).toEqual([
      ['member', 0],
      ['show', 5],
      ['blog', 0],
    ]);
    expect(matches).toBe(11);
    expect(findResults(shows, ask('lantern')).best).toEqual([]);
    expect(findResults(some.slice(6), ask('lantern')).best).toEqual([]);
    expect(findResults(some, ask('lantern', { kind: 'show' })).best).toEqual([]);
  });
  it('matches of an author or a former name rank below matches of title or name', () => {
    const some = [
      subject('show', 'An Inspector Calls', 'J. B. Priestley'),
      subject('show', 'Priestley: A Life'),
      subject('member', 'Margaret Ashdown', 'Margaret Pell'),
    ];
    expect(titles(some, 'priestley')).toEqual(['Priestley: A Life', 'An Inspector Calls']);
    expect(titles(some, 'inspector priestley')).toEqual(['An Inspector Calls']);
    expect(titles(some, 'margaret pell')).toEqual(['Margaret Ashdown']);
  });
  it('a search for a role finds its show and the person who played it, below titles and names with the same words', () => {
    const some: SearchItem[] = [
      {
        ...subject('show', 'An Inspector Calls'),
        roles: [
          ['Arthur Birling', 'Gus Hale'],
          ['Sheila Birling', 'Ann Ray'],
        ],
      },
      {
        ...subject('show', 'The Jungle Book'),
        roles: [
          ['Arthur', 'Ann Ray'],
          ['Mr Birling', 'Gus Hale'],
        ],
      },
      {
        ...subject('member', 'Gus Hale'),
        roles: [
          ['Arthur Birling', 'An Inspector Calls'],
          ['Mr Birling', 'The Jungle Book'],
        ],
      },
      subject('member', 'Birling Arthur'),
    ];
    expect(titles(some, 'arthur birling')).toEqual(['Birling Arthur', 'Gus Hale', 'An Inspector Calls']);
    expect(titles(some, 'inspector sheila')).toEqual(['An Inspector Calls']);
    expect(titles(some, 'birling show')).toEqual(['An Inspector Calls', 'The Jungle Book']);
    const matching = (at: number, search: string) =>
      some.slice(at, at + 1).flatMap((item) => findMatchingRoles(item, search));
    expect(matching(0, 'birling')).toEqual([
      ['Arthur Birling', 'Gus Hale'],
      ['Sheila Birling', 'Ann Ray'],
    ]);
    expect(matching(0, 'inspector arthur')).toEqual([['Arthur Birling', 'Gus Hale']]);
    expect(matching(0, 'inspector')).toEqual([]);
    expect(matching(1, 'arthur birling')).toEqual([]);
  });
  it('a search without letters or digits finds nothing', () => expect(titles(site, ' ,?! ')).toEqual([]));
  it('a search shows the best results of each kind, or one kind page by page', () => {
    const many = Array.from({ length: 100 }, (_, n) => subject('show', `Lantern ${n}`));
    const first = findResults(many, ask('lantern'));
    expect([first.groups[0]?.items.length, first.matches, first.pages]).toEqual([RESULTS_PER_KIND, 100, 1]);
    const last = findResults(many, ask('lantern', { kind: 'show', page: 9 }));
    expect([last.groups[0]?.items.length, last.page, last.pages]).toEqual([100 - RESULTS_PER_PAGE, 2, 2]);
  });
});

describe('a search that matches nothing is corrected to similar words, if there are any', () => {
  const archive = [
    subject('show', 'H.M.S. Pinafore', 'Gilbert & Sullivan'),
    subject('show', 'The Zoo Story', 'Edward Albee'),
    subject('show', 'Cats'),
    subject('show', 'Bats'),
    subject('show', 'Bats in the Belfry'),
    subject('show', 'Panto 1985'),
    subject('member', 'Anne-Marie Quill'),
    subject('member', 'Ada Quilt'),
    { ...subject('member', 'Gus Hale'), roles: [['Arthur Birling', 'An Inspector Calls']] as [string, string][] },
  ];
  const correct = (search: string) => {
    const results = findResults(archive, ask(search));
    return [results.search, ...shownOf(results).map(({ title }) => title)];
  };
  it.each([
    ['a doubled letter', 'pinnafore', 'pinafore', 'H.M.S. Pinafore'],
    ['a missing letter', 'pinfore', 'pinafore', 'H.M.S. Pinafore'],
    ['swapped letters', 'pianfore', 'pinafore', 'H.M.S. Pinafore'],
    ['two slips in a long word', 'pinnaforr', 'pinafore', 'H.M.S. Pinafore'],
    ['two words written as one', 'annemarie', 'anne marie', 'Anne-Marie Quill'],
    ['a wrong word next to a right one', 'anne qvill', 'anne quill', 'Anne-Marie Quill'],
    ['known words that are never together', 'ada quill', 'ada quilt', 'Ada Quilt'],
    ['a slip in the name of a role', 'artur birling', 'arthur birling', 'Gus Hale'],
    ['a slip next to the name of a type', 'albbee show', 'albee show', 'The Zoo Story'],
  ])('a search with %s is corrected to what was meant', (_, typed, meant, title) =>
    expect(correct(typed)).toEqual([meant, title]),
  );
  it('a search is corrected to the most frequent of equally similar words', () =>
    expect(correct('rats')).toEqual(['bats', 'Bats', 'Bats in the Belfry']));
  it('numbers, short words and words unlike any other are not corrected', () => {
    for (const search of ['panto 1986', 'zo q', 'macbeth']) expect(correct(search)).toEqual([search]);
  });
  it('a search with a result is left as it was typed', () => {
    expect(correct('cat')).toEqual(['cat', 'Cats']);
    expect(correct('anne quil, zzz')).toEqual(['anne quil, zzz', 'Anne-Marie Quill']);
  });
});

const anyItems: fc.Arbitrary<SearchItem[]> = fc.array(
  fc.record(
    {
      type: fc.constantFrom(...RESULT_KINDS),
      title: fc.oneof(fc.constantFrom('Hamlet', 'The Show', 'Ann Hale', 'Étude'), fc.string({ unit: 'grapheme' })),
      href: fc.uuid(),
      detail: fc.constant<string>(''),
      poster: fc.constant<string>(''),
      also: fc.array(fc.constantFrom<string>('Ann Stott', 'Noël Coward', 'Hamlet'), { maxLength: 2 }),
      roles: fc.array(
        fc.tuple(fc.constantFrom('Hamlet', 'Ann Hale', 'First Player'), fc.constantFrom('Ann Stott', 'Étude')),
        { minLength: 1, maxLength: 2 },
      ),
    },
    { requiredKeys: ['type', 'title', 'href', 'detail', 'poster', 'also'] },
  ),
);
const anySearch = fc.oneof(
  fc.array(fc.constantFrom('hamlet', 'show', 'ann', 'e', 'people'), { maxLength: 4 }).map((terms) => terms.join(', ')),
  fc.string({ unit: anyCharacter }),
);

describe('any search in any data has consistent results', () => {
  it('no result is listed twice, the best are first, and the counts are correct', () =>
    fc.assert(
      fc.property(
        anyItems,
        anySearch,
        fc.option(fc.constantFrom(...RESULT_KINDS)),
        fc.nat(),
        (items, search, kind, page) => {
          const found = findResults(items, { search, kind, page: page + 1 });
          const score = scoreItems(items, found.search);
          const shown = shownOf(found);
          const leading = found.best.map((item) => score[items.indexOf(item)] ?? 0);
          expect(leading).toEqual(leading.toSorted((a, b) => b - a));
          if (leading.length > 0) expect(leading[0]).toBe(Math.max(...score));
          expect(new Set(shown).size).toBe(shown.length);
          expect(found.matches).toBe(score.filter((value) => value > 0).length);
          for (const group of found.groups) {
            const worth = group.items.map((item) => score[items.indexOf(item)] ?? 0);
            expect(worth).toEqual(worth.toSorted((a, b) => b - a));
            expect(worth.every((value) => value > 0)).toBe(true);
          }
        },
      ),
    ));
  it('a search for a title finds the item with that title', () =>
    fc.assert(
      fc.property(anyItems, (items) => {
        for (const [at, { title }] of items.entries()) {
          const words = foldText(title).split(' ');
          if (words[0] && words.length <= 16)
            expect(scoreItems(items, title.replaceAll(',', ' '))[at]).toBeGreaterThan(0);
        }
      }),
    ));
  it('adding a term to a search never removes a result', () =>
    fc.assert(
      fc.property(anyItems, anySearch, anySearch, (items, search, more) => {
        const before = scoreItems(items, search);
        const after = scoreItems(items, `${search}, ${more}`);
        expect(before.every((value, at) => (after[at] ?? 0) >= value)).toBe(true);
      }),
    ));
  it('the HTML contains the same results that the browser would show', () =>
    fc.assert(
      fc.property(anyItems, anySearch, fc.option(fc.constantFrom(...RESULT_KINDS)), (items, search, kind) => {
        const whole: SearchContent = { type: 'search', title: 'Search', items };
        const question = { search, kind, page: 1 };
        const { groups, best, ...rest } = findResults(items, question);
        const withMatchingRoles = (some: readonly SearchItem[]) =>
          some.map(({ roles, ...item }) => {
            const matching = findMatchingRoles({ ...item, ...(roles && { roles }) }, rest.search);
            return matching.length > 0 ? { ...item, roles: matching } : item;
          });
        expect(getTrimmedResults(trimSearchForHtml(whole, question), question)).toEqual({
          ...rest,
          best: withMatchingRoles(best),
          groups: groups.map((group) => ({ ...group, items: withMatchingRoles(group.items) })),
        });
        expect(getTrimmedResults(whole, question)).toBeNull();
      }),
    ));
  it('any search can be written to a URL and read back', () =>
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.option(fc.constantFrom(...RESULT_KINDS)), (search, kind) => {
        const read = parseSearchQuery(toSearchParams({ search, kind, page: 1 }));
        expect(parseSearchQuery(toSearchParams(read))).toEqual({ ...read, search: read.search.trim() && read.search });
      }),
    ));
});
