import { expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { toSortKey } from './sort-key.ts';

test('titles are sorted by number and by word, without a leading article', () => {
  const titles = ['The Seagull', 'An Inspector Calls', 'A Doll’s House', 'Abigail’s Party', '12 Angry Men', '9 to 5'];
  expect(titles.toSorted((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1))).toEqual([
    '9 to 5',
    '12 Angry Men',
    'Abigail’s Party',
    'A Doll’s House',
    'An Inspector Calls',
    'The Seagull',
  ]);
});

test('articles are compared only between titles that are equal without them', () => {
  const titles = ['Zoo Story', 'Zoo, A Play', 'The Zoo', 'A Zoo', 'Zoology', 'Zoo'];
  expect(titles.toSorted((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1))).toEqual([
    'Zoo',
    'A Zoo',
    'The Zoo',
    'Zoo, A Play',
    'Zoo Story',
    'Zoology',
  ]);
});

test('a title that is only an article, or starts with a letter and a hyphen, keeps its first word', () => {
  expect(toSortKey('A')).toBe('a');
  expect(toSortKey('A-Z of Panto')).toBe('a z of panto');
  expect(toSortKey('“The Rivals”')).toBe('rivals\tthe');
});

test('a title of many blanks is processed quickly', () => {
  // This took half a minute when each blank started a new search
  expect(measureProcessorTime(() => toSortKey(`a${' '.repeat(150_000)}\n!`))).toBeLessThan(1000);
});
