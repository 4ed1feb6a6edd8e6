import { expect, test } from 'vitest';
import { processorTime } from '#tests/support/measures/processor-time.ts';
import { sortKey } from './sort-key.ts';

test('titles stand where a librarian would look for them', () => {
  const titles = ['The Seagull', 'An Inspector Calls', 'A Doll’s House', 'Abigail’s Party', '12 Angry Men', '9 to 5'];
  expect(titles.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual([
    '9 to 5',
    '12 Angry Men',
    'Abigail’s Party',
    'A Doll’s House',
    'An Inspector Calls',
    'The Seagull',
  ]);
});

test('a title that is only an article, or begins with a letter of its own, is left as it is', () => {
  expect(sortKey('A')).toBe('a');
  expect(sortKey('A-Z of Panto')).toBe('a z of panto');
  expect(sortKey('“The Rivals”')).toBe('rivals the');
});

test('a title made of blanks takes no longer', () => {
  // Half a minute when tried again from each blank
  expect(processorTime(() => sortKey(`a${' '.repeat(150_000)}\n!`))).toBeLessThan(1000);
});
