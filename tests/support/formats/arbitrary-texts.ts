import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

/**
 * Any character except an unpaired surrogate, as the unit of arbitrary texts. The `binary` unit of fast-check holds a
 * table of all million characters, which takes seconds to create and stays in memory.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (n) => String.fromCodePoint(n < surrogates.from ? n : n + surrogates.count),
  (character) => {
    const [one, ...more] = typeof character === 'string' ? character : '';
    const point = one?.codePointAt(0);
    if (point === undefined || more.length > 0 || !one?.isWellFormed()) throw new Error('Not a single character');
    return point < surrogates.from ? point : point - surrogates.count;
  },
);

/** Any text in the path, query or fragment of a URL: escaped characters, and characters that need no escaping. */
const anyUrlPart = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 5 }).map(encodeURIComponent),
      fc.constantFrom(...":@!$&'()*+,;="),
    ),
    {
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.join(''));

/** An arbitrary http or https URL. */
export const anyUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    fc.array(anyUrlPart, { maxLength: 4 }),
    fc.option(anyUrlPart),
    fc.option(anyUrlPart),
  )
  .map(([scheme, host, path, query, fragment]) =>
    [
      `${scheme}://${host}`,
      ...path.map((part) => `/${part}`),
      query === null ? '' : `?${query}`,
      fragment === null ? '' : `#${fragment}`,
    ].join(''),
  );

/** An arbitrary query of a URL. */
export const anyQuery = fc
  .array(fc.tuple(anyUrlPart, anyUrlPart), { maxLength: 5 })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'));
