import { expect, test } from 'vitest';
import { parseSearchTerms } from './search-terms.ts';

test('a search is split into terms, and each term into words', () => {
  expect(parseSearchTerms('Hay Fever, coward,,')).toEqual([['hay', 'fever'], ['coward']]);
});

test('an excessively long search is read only up to the limits', () => {
  const terms = parseSearchTerms('a b c d e f g h i j k l m n o p q r,'.repeat(100));
  expect(terms).toHaveLength(10);
  expect(terms[0]).toHaveLength(16);
});
