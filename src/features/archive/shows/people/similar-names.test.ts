import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import {
  buildNameKey,
  createSimilarNameFinder,
  findSimilarNamePairs,
  findSimilarNamePairsInSteps,
} from './similar-names.ts';

describe('two names count as one person only if they have the same comparison key', () => {
  test.each([
    ['Ann Hale', 'ANN HALE'],
    ['Ann Hale', '  Ann \u00a0Hale '],
    ["Mark O'Dowd", 'Mark O’Dowd'],
    ['Zoë Lark', 'Zoe\u0308 Lark'],
  ])('the names %j and %j have the same key', (a, b) => expect(buildNameKey(a)).toBe(buildNameKey(b)));

  test.each([
    ['Lyn Marsh', 'Lynn Marsh'],
    ['Zoë Lark', 'Zoe Lark'],
    ['Ann Hale', 'Anne Hale'],
  ])('the names %j and %j have different keys', (a, b) => expect(buildNameKey(a)).not.toBe(buildNameKey(b)));

  test('building the comparison key of a comparison key changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(buildNameKey(buildNameKey(name))).toBe(buildNameKey(name));
      }),
    );
  });
});

/**
 * Builds a word that contains each letter three times, so that it differs from every other word by more than a
 * misspelling.
 */
const farApart = (n: number) =>
  [...String(n).padStart(5, '0')].map((digit) => 'bcdfghklmn'.charAt(Number(digit)).repeat(3)).join('');

describe('similar names that may be one person are listed', () => {
  test.each([
    ['Lyn Orpen', 'Lynn Orpen', 'a doubled letter'],
    ['L\u200dyn Orpen', 'Lyn Orpen', 'an invisible joiner that was stored once'],
    ['Nora Bel', 'Nora Bell', 'a letter missing from a short surname'],
    ['B Tarn', 'Bill Tarn', 'an initial'],
    ['B. Tarn', 'Bill Tarn', 'an initial with a dot'],
    ['Bill Tarn', 'William Tarn', 'a short name'],
    ['Bob Vane', 'Robbie Vane', 'two short names of one long'],
    ['Jo Sandle', 'Joanna Sandle', 'the beginning of a name'],
    ['Gred Fenn', 'Greg Fenn', 'a letter wrong'],
    ['Brain Tuck', 'Brian Tuck', 'two letters swapped'],
    ['Dave Pumphrey', 'Dave Pumphries', 'two letters in a long surname'],
    ['Zoe Lark', 'Zoë Lark', 'an accent'],
    ['Pat Fane Bailey', 'Pat Fane-Bailey', 'a hyphen'],
    ['Ann Hale', 'Ann Mary Hale', 'a middle name'],
  ])('%s and %s are listed as similar: %s', (a, b) => expect(findSimilarNamePairs([a, b])).toEqual([[a, b]]));

  test.each([
    ['Tom Smith', 'Tim Smith'],
    ['Ann Day', 'Ann May'],
    ['Ann Hale', 'Ann Stott'],
    ['Mary Ann Hale', 'Mary Jane Hale'],
    ['Hannah Wright', 'Laura Wright'],
    ['A Hale', 'A Hall'],
  ])('%s and %s are not listed as similar', (a, b) => expect(findSimilarNamePairs([a, b])).toEqual([]));

  test('each pair of similar names is listed once, and no name is paired with itself', () => {
    expect(findSimilarNamePairs(['Lynn Marsh', 'Ann Hale', 'Lyn Marsh', 'LYNN MARSH'])).toEqual([
      ['Lynn Marsh', 'Lyn Marsh'],
    ]);
  });

  test('a single typing error is detected at any position of a given name', () => {
    const letter = fc.constantFrom(...'abcdefghij');
    const word = fc.string({ unit: letter, minLength: 8, maxLength: 12 });
    fc.assert(
      fc.property(word, letter, fc.nat(7), fc.constantFrom(0, 1, 2, 3), (given, other, at, how) => {
        const [before, behind] = [given.slice(0, at), given.slice(at + 1)];
        const slips = [before + behind, `${before}${other}${given.slice(at)}`, `${before}${other}${behind}`];
        const swapped = `${before}${behind.slice(0, 1)}${given.charAt(at)}${behind.slice(1)}`;
        const [a, b] = [`${given} Hale`, `${slips[how] ?? swapped} Hale`];
        expect(findSimilarNamePairs([a, b])).toEqual(a === b ? [] : [[a, b]]);
      }),
    );
  });

  /** Builds a list with this many names, in no particular order. */
  const some = (length: number, name: (n: number) => string) =>
    Array.from({ length }, (_, n) => name((n * 7919) % 100_003));

  test('the list of similar pairs ends at 10,000 pairs for twenty thousand people with similar names', () => {
    expect(findSimilarNamePairs(some(20_000, (n) => `Aa${n} Smith`))).toHaveLength(10_000);
  });

  test('comparing ten names of five thousand letters takes less than two seconds', () => {
    const names = some(10, (n) => `${'x'.repeat(5000)}${n.toString(26)}`);
    // This took a minute when each pair of letters was compared
    expect(measureProcessorTime(() => findSimilarNamePairs(names))).toBeLessThan(2000);
  });

  test('names of any characters can be compared without an error', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })),
        (names) => void findSimilarNamePairs(names),
      ),
    );
  });

  test.each<[string, (n: number) => string]>([
    ['share a surname', (n) => `${farApart(n)} Smith`],
    ['share a given name', (n) => `Alexandra S${farApart(n)}`],
    ['have names that begin alike', (n) => `Alexa${farApart(n)} ${farApart(n + 50_000)}`],
    ['have names that end alike', (n) => `${farApart(n)} ${farApart(n + 50_000)}smith`],
  ])('comparing twice as many people who %s takes less than three times the steps', (_how, name) => {
    const steps = (count: number) => [...findSimilarNamePairsInSteps(some(count, name))].length;
    // The names differ so much that the limit on pairs doesn't end the search early
    expect(findSimilarNamePairs(some(2000, name)).length).toBeLessThan(1000);
    expect(steps(2000)).toBeLessThan(3 * steps(1000));
  });
});

test('initials are listed as similar to every name that has them', () => {
  expect(findSimilarNamePairs(['DG', 'D Galley', 'Dorothy Galley', 'Bob Hale'])).toEqual([
    ['DG', 'D Galley'],
    ['DG', 'Dorothy Galley'],
    ['D Galley', 'Dorothy Galley'],
  ]);
  expect(findSimilarNamePairs(['D. G.', 'Dorothy Galley'])).toHaveLength(1);
  expect(findSimilarNamePairs(['Di', 'Dorothy Ingham'])).toEqual([]);
});

describe('a typed name gets suggestions of similar names', () => {
  test('suggestions contain names similar to the typed name, but not that name itself', () => {
    const near = createSimilarNameFinder(['Lynn Marsh', 'Ann Hale', 'Bill Tarn', 'Lyn Marsch']);
    expect(near('Lyn Marsh')).toEqual(['Lynn Marsh', 'Lyn Marsch']);
    expect(near('William Tarn')).toEqual(['Bill Tarn']);
    expect(near('ann hale')).toEqual([]);
    expect(near('')).toEqual([]);
  });

  test('the suggestions for a name agree with the list of similar pairs', () => {
    const part = fc.constantFrom(
      'Ann',
      'Anne',
      'Bill',
      'William',
      'Marsh',
      'Marsch',
      'Hale',
      'Hales',
      'Zoë',
      'Zoe',
      'AH',
      'B',
    );
    const name = fc.tuple(part, part).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(createSimilarNameFinder([a])(b)).toEqual(findSimilarNamePairs([a, b]).map(([first]) => first));
      }),
    );
  });
});
