import { expect, test } from 'vitest';
import { parseSearchTerms } from './search-terms.ts';

test('a search is its terms, each its words', () => {
  expect(parseSearchTerms('Hay Fever, coward,,')).toEqual([['hay', 'fever'], ['coward']]);
});

test('a search written to keep the site busy is read no further than anyone types', () => {
  const terms = parseSearchTerms('a b c d e f g h i j k l m n o p q r,'.repeat(100));
  expect(terms).toHaveLength(10);
  expect(terms[0]).toHaveLength(16);
});
