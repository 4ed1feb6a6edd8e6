import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildTableQuery,
  getNextSort,
  listTableQueryKeys,
  matchesTableQuery,
  parseTableQuery,
  resolveTablePage,
  type TableRules,
} from './table.ts';

const members = {
  sorts: { name: 'text', joined: 'date', shows: 'number' },
  sort: 'name',
  filters: { role: ['member', 'admin'], since: 'date', who: 'text' },
} as const satisfies TableRules;

const read = (query: string) => parseTableQuery(members, new URLSearchParams(query));

test('the query string sets the search, sort order, filters and page', () => {
  expect(read('q=+Zoë+Lark&sort=-joined&role=admin&since=2026-02-28&who=Ann&page=3')).toEqual({
    q: 'Zoë Lark',
    words: ['zoe', 'lark'],
    by: 'joined',
    descending: true,
    filters: { role: 'admin', since: '2026-02-28', who: 'Ann' },
    page: 3,
  });
});

test.each([
  'sort=password_hash',
  'sort=--name',
  'sort=constructor',
  'role=root',
  'since=2026-02-30',
  'since=now',
  'page=-1',
])('an unknown or invalid value in the query is ignored: %s', (query) => {
  expect(read(query)).toEqual(read(''));
});

test('the state parsed from any query can be written as a query and parsed again unchanged', () => {
  const anything = fc.oneof(fc.string(), fc.constantFrom('name', '-shows', 'admin', '2026-01-01', '7'));
  const queries = fc.dictionary(fc.oneof(fc.constantFrom(...listTableQueryKeys(members)), fc.string()), anything);
  fc.assert(
    fc.property(queries, fc.nat(500), (typed, total) => {
      const query = new URLSearchParams(typed);
      const { from, table } = resolveTablePage(parseTableQuery(members, query), total);
      expect(from).toBeLessThanOrEqual(total);
      expect(matchesTableQuery(members, table, query)).toBe(true);
      const again = buildTableQuery(members, table, { page: table.page });
      expect(resolveTablePage(parseTableQuery(members, again), total).table).toEqual(table);
    }),
  );
});

test('changing a filter leads to page 1, and a URL without a page stands for page 1 only', () => {
  const { table } = resolveTablePage(read('q=ann&page=2&sort=-joined'), 300);
  expect(`${buildTableQuery(members, table, { filters: { ...table.filters, role: 'admin' } })}`).toBe(
    'q=ann&role=admin&sort=-joined',
  );
  expect(matchesTableQuery(members, table, new URLSearchParams('q=ann&sort=-joined'))).toBe(false);
});

test('a column is first sorted in its usual order, and then in reverse', () => {
  const sorted = (sort: string, by: string) =>
    getNextSort(members, resolveTablePage(read(`sort=${sort}`), 0).table, by);
  expect([sorted('-shows', 'name'), sorted('name', 'name'), sorted('-name', 'name')]).toEqual([
    'name',
    '-name',
    'name',
  ]);
  expect([sorted('name', 'joined'), sorted('-joined', 'joined')]).toEqual(['-joined', 'joined']);
});
