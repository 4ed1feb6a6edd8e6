import { expect, test } from 'vitest';
import { getDecade, parseYears } from './decades.ts';

test('a date is assigned to the decade of its year', () => {
  expect(['1990-01-01', '1999-12-31', '2000-01-01'].map(getDecade)).toEqual([1990, 1990, 2000]);
});

test.each([
  ['1987', { from: 1987, to: 1987 }],
  ['1980s', { from: 1980, to: 1989 }],
  ['198', { from: 1980, to: 1989 }],
])('the search term "%s" is read as the years %o', (word, years) => expect(parseYears(word)).toEqual(years));

test.each(['1987s', '19', '198a', 'hamlet'])('the search term "%s" isn’t read as years', (word) =>
  expect(parseYears(word)).toBeUndefined(),
);
