import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

/**
 * Any character but half of a pair: the unit of texts that may be anything. fast-check's own (`binary`) has a table of
 * all million, which takes seconds to make and stays.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (n) => String.fromCodePoint(n < surrogates.from ? n : n + surrogates.count),
  (character) => {
    const [one, ...more] = typeof character === 'string' ? character : '';
    const point = one?.codePointAt(0);
    if (point === undefined || more.length > 0 || !one?.isWellFormed()) throw new Error('No single character');
    return point < surrogates.from ? point : point - surrogates.count;
  },
);
