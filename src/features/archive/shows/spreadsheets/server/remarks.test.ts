import { expect, test } from 'vitest';
import { isMistypedTitle } from './remarks.ts';

test.each([
  ['an inspecter calls', 'an inspector calls'],
  ['blithe sprit', 'blithe spirit'],
  ['rookerynook', 'rookery nook'],
])('the title “%s” is taken for a possible misspelling of “%s”', (one, other) => {
  expect(isMistypedTitle(one, other)).toBe(true);
});

test.each([
  ['hay fever', 'hay fever'],
  ['henry iv part 1', 'henry iv part 2'],
  ['season 1987', 'season 1988'],
  ['hamlet', 'rookery nook'],
])('the titles “%s” and “%s” aren’t taken for misspellings of each other', (one, other) => {
  expect(isMistypedTitle(one, other)).toBe(false);
});
