import { expect, test } from 'vitest';
import { paginate, parsePageNumber } from './paging.ts';

test.each(['', 'x', '0', '-1', '1e9', '1.5', '99999999999999999999', ' 2'])(
  'the query page=%s selects the first page',
  (page) => {
    expect(parsePageNumber(new URLSearchParams({ page }))).toBe(1);
  },
);

test('the page number in a URL selects that page', () => {
  expect(parsePageNumber(new URLSearchParams('page=12'))).toBe(12);
});

const letters = ['a', 'b', 'c', 'd', 'e'];

test('the last page contains the remaining items of the list', () => {
  expect(paginate(letters, 1, 2)).toEqual({ items: ['a', 'b'], page: 1, pages: 3 });
  expect(paginate(letters, 3, 2)).toEqual({ items: ['e'], page: 3, pages: 3 });
});

test('a page number beyond the end returns the last page', () => {
  expect(paginate(letters, 99, 2)).toEqual({ items: ['e'], page: 3, pages: 3 });
  expect(paginate([], 2, 2)).toEqual({ items: [], page: 1, pages: 1 });
});
