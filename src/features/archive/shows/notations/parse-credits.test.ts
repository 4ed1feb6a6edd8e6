import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { formatCreditLines, hasCommaList, parseCredits } from './parse-credits.ts';

const read = (cell: string, kind: 'cast' | 'crew' = 'cast', known: readonly string[] = []) => {
  const { credits, unread } = parseCredits(cell, kind, {
    commas: 'surname first',
    isKnownName: (name) => known.includes(name),
  });
  return [
    ...credits.map(({ role, person, as }) => `${role} = ${person}${as && ` (${as})`}`),
    ...unread.map((part) => `unread: ${part}`),
  ];
};

describe('cast and crew are parsed from one cell each', () => {
  test.each([
    ['Hamlet: Ada Quill\nOphelia: Bea Orme'],
    ['Hamlet – Ada Quill\r\nOphelia – Bea Orme'],
    ['Hamlet\tAda Quill\nOphelia\tBea Orme'],
    ['Hamlet ..... Ada Quill\nOphelia ... Bea Orme'],
    ['Hamlet: Ada Quill; Ophelia: Bea Orme'],
    ['Hamlet: Ada Quill, Ophelia: Bea Orme'],
    ['Ada Quill (Hamlet), Bea Orme (Ophelia)'],
    ['Ada Quill (Hamlet)\nBea Orme (Ophelia)'],
    ['Ada Quill as Hamlet\nBea Orme as Ophelia'],
    ['Hamlet:Ada Quill\nOphelia:Bea Orme'],
    ['1 | Hamlet | Ada Quill\n2 | Ophelia | Bea Orme'],
  ])('the cell %j is parsed into two roles with one person each', (cell) =>
    expect(read(cell)).toEqual(['Hamlet = Ada Quill', 'Ophelia = Bea Orme']),
  );

  test.each([['Ada Quill\nBea Orme'], ['Ada Quill; Bea Orme'], ['Ada Quill, Bea Orme'], ['Quill, Ada; Orme, Bea']])(
    'the cell %j is parsed into two names without a role',
    (cell) => expect(read(cell)).toEqual([' = Ada Quill', ' = Bea Orme']),
  );

  test('people on the line of a role, or on the lines below it, share that role', () => {
    expect(read('Guards: Ada Quill & Bea Orme')).toEqual(['Guards = Ada Quill', 'Guards = Bea Orme']);
    expect(read('Guards:\nAda Quill\nBea Orme')).toEqual(['Guards = Ada Quill', 'Guards = Bea Orme']);
    expect(read('Guards: Ada Quill; Bea Orme; Hamlet: Cy Vane')).toEqual([
      'Guards = Ada Quill',
      'Guards = Bea Orme',
      'Hamlet = Cy Vane',
    ]);
  });

  test('a role in brackets may follow a remark in brackets, and applies to all people before it', () => {
    expect(read('Ada Quill & Bea Orme (Old Barn Design) (Posters)\nCy Vane (née Ash) (Sound)', 'crew')).toEqual([
      'Posters = Ada Quill',
      'Posters = Bea Orme (Bea Orme (Old Barn Design))',
      'Sound = Cy Vane (Cy Vane (née Ash))',
    ]);
    expect(measureProcessorTime(() => read('a (b) '.repeat(20_000)))).toBeLessThan(1000);
  });

  test('a remark in brackets isn’t taken for a role, nor split into names', () => {
    expect(read('Ada Quill (Tues, Thurs), Bea Orme')).toEqual([
      ' = Ada Quill (Ada Quill (Tues, Thurs))',
      ' = Bea Orme',
    ]);
    expect(read('Hamlet: Ada Quill (u/s Bea Orme)')).toEqual(['Hamlet = Ada Quill (Ada Quill (u/s Bea Orme))']);
  });

  test('brackets after a few names of a list are remarks, but brackets after most names are roles', () => {
    expect(read('Ada Quill, Bea Orme (Bee), Cy Vane (Cyd), Di Fox, Eva Gray')).toEqual([
      ' = Ada Quill',
      ' = Bea Orme (Bea Orme (Bee))',
      ' = Cy Vane (Cy Vane (Cyd))',
      ' = Di Fox',
      ' = Eva Gray',
    ]);
    expect(read('Ada Quill, Bea Orme (Bee)')).toEqual([' = Ada Quill', ' = Bea Orme (Bea Orme (Bee))']);
    expect(read('Ada Quill (Hamlet), Bea Orme (Ophelia), Cy Vane')).toEqual([
      'Hamlet = Ada Quill',
      'Ophelia = Bea Orme',
      ' = Cy Vane',
    ]);
  });

  test.each([
    ...['Friar Laurence', 'Montague', 'Monica', 'Satan', 'Sunny', 'Thug', 'Eve', 'Evelyn', 'Actor', 'Actor 2'],
    ...['Friday Jones', '2nd Witch', '14th Century Joan', 'Leftover', 'Nightingale', 'Performer', 'Junior Officer'],
    ...['Guest (Act 2)', 'P. 1 (Lisa / Polar Bear)', 'Detective (as Ann Hale)'],
  ])('the role “%s” in brackets is not taken for a remark', (role) => {
    expect(read(`Ada Quill (${role})\nBea Orme (Hamlet)`)).toEqual([`${role} = Ada Quill`, 'Hamlet = Bea Orme']);
  });

  test.each([
    ...['Tues', 'Thurs & Sat', 'Fri.', 'Sat mat', 'Wednesdays', 'matinée', 'matinees only', 'evenings', 'eves'],
    ...['Saturday matinee', 'Sat evening', 'Sunday performance', 'Fridays only', 'Fri 12 March', 'Mon to Thu'],
    ...['Act 2', 'Act II', 'week 2', 'first night', '2 nights', '12 May', '1987', '2nd half', 'née Ash', 'jnr', 'u/s'],
  ])('the remark “%s” in brackets is not taken for a role', (text) => {
    expect(read(`Ada Quill (${text})\nBea Orme (Hamlet)`)).toEqual([
      ` = Ada Quill (Ada Quill (${text}))`,
      'Hamlet = Bea Orme',
    ]);
  });

  test('if every line ends with a role in brackets, the role applies to all names of the line', () => {
    const lines = ['Ada Quill (Sound)', 'The Cast, Crew and Cy (Set)', 'Fox Ltd., London (Wigs)', 'Bea Orme (Props)'];
    expect(read(lines.join('\n'), 'crew')).toEqual([
      'Sound = Ada Quill',
      'Set = The Cast',
      'Set = Crew',
      'Set = Cy',
      'Wigs = Fox Ltd., London',
      'Props = Bea Orme',
    ]);
  });

  test('a crew position in brackets is parsed as a role, even if other names have none', () => {
    expect(read('Ada Quill (Director)\nBea Orme (Bee)\nCy Vane\nDi Fox\nEva Gray', 'crew')).toEqual([
      'Director = Ada Quill',
      ' = Bea Orme (Bea Orme (Bee))',
      ' = Cy Vane',
      ' = Di Fox',
      ' = Eva Gray',
    ]);
    expect(read('Ada Quill, Bea Orme (Producers)', 'crew')).toEqual(['Producers = Ada Quill', 'Producers = Bea Orme']);
  });

  test('“The Cast” among the names of the crew is a credit, not a heading', () => {
    expect(read('Ada Quill (Sound), Bea Orme (Lights), The Cast, Cy Vane (Set)', 'crew')).toEqual([
      'Sound = Ada Quill',
      'Lights = Bea Orme',
      ' = The Cast',
      'Set = Cy Vane',
    ]);
    expect(
      parseCredits('Ada Quill (Sound), The Cast, Cy Vane (Set)', 'crew', { commas: 'list' }).credits,
    ).toMatchObject([{ kind: 'crew' }, { kind: 'crew' }, { kind: 'crew' }]);
  });

  test('brackets after a role introduced by “as” are part of the role', () => {
    expect(read('Ada Quill as Hamlet (Act 1)\nBea Orme as Guest (as Ophelia)')).toEqual([
      'Hamlet (Act 1) = Ada Quill',
      'Guest (as Ophelia) = Bea Orme',
    ]);
  });

  test('a few brackets in a cast with one name per line are read as roles and reported', () => {
    const parsed = parseCredits('Ada Quill (The Common Man)\nBea Orme\nCy Vane', 'cast', { commas: 'list' });
    expect(parsed.credits.map(({ role }) => role)).toEqual(['The Common Man', '', '']);
    expect(parsed.likelyRoles).toEqual(['Ada Quill (The Common Man)']);
    expect(read('Ada Quill (Bee)\nBea Orme\nCy Vane', 'crew')[0]).toBe(' = Ada Quill (Ada Quill (Bee))');
  });

  test('names separated by a dot instead of a comma become separate people, and are reported', () => {
    const { credits, runTogether } = parseCredits('Cy Vane, Ada Quill.Bea Orme, Cy Vane', 'cast', { commas: 'list' });
    expect(credits.map(({ person }) => person)).toEqual(['Cy Vane', 'Ada Quill', 'Bea Orme']);
    expect(runTogether).toEqual(['Ada Quill.Bea Orme']);
  });

  test('two spaces in a name are read as one, and three dots before a colon stay part of the role', () => {
    expect(read('Ada  Quill, Bea Orme')).toEqual([' = Ada Quill', ' = Bea Orme']);
    expect(read('The King...: Ada Quill')).toEqual(['The King... = Ada Quill']);
  });

  test('a name before a dash is recognised if a crew position follows it, or if the archive has the name', () => {
    expect(read('Ada Quill – Lighting\nBea Orme – Sound', 'crew')).toEqual([
      'Lighting = Ada Quill',
      'Sound = Bea Orme',
    ]);
    expect(read('Ada Quill - Hamlet', 'cast', ['Ada Quill'])).toEqual(['Hamlet = Ada Quill']);
  });

  test('the separator that most lines of a cell use applies to the whole cell', () => {
    expect(read('Dr Who - The Doctor: Ada Quill\nRose: Bea Orme')).toEqual([
      'Dr Who - The Doctor = Ada Quill',
      'Rose = Bea Orme',
    ]);
  });

  test('lines without a name are reported, and the other lines are read', () => {
    expect(read('Hamlet: TBC\nOphelia: Ada Quill')).toEqual(['Ophelia = Ada Quill', 'unread: Hamlet: TBC']);
    expect(read('The company would like to thank everybody who helped.')).toEqual([
      'unread: The company would like to thank everybody who helped.',
    ]);
  });
});

test.each(['Polonius–Tom Okafor', 'Polonius- Tom Okafor', 'Polonius -Tom Okafor'])(
  'in a cell that uses colons, “%s” is reported instead of becoming a person',
  (text) => {
    expect(read(`Ophelia: Bea Long, ${text}`)).toEqual(['Ophelia = Bea Long', `unread: ${text}`]);
  },
);

test('two kinds of separators in one cell are recognised, and a dash in a surname isn’t taken for a separator', () => {
  expect(read('Ophelia: Bea Long, Polonius – Tom Okafor')).toEqual(['Ophelia = Bea Long', 'Polonius = Tom Okafor']);
  expect(read('Ophelia: Bea Long-Hale\nPolonius: Tom Okafor–Hale')).toEqual([
    'Ophelia = Bea Long-Hale',
    'Polonius = Tom Okafor–Hale',
  ]);
});

test('commas between people are distinguished from the comma after a surname written first', () => {
  expect(hasCommaList('Ada Quill, Bea Orme, Cy Vane')).toBe(true);
  expect(hasCommaList('Ada Quill, Bea Orme')).toBe(true);
  expect(hasCommaList('Quill, Ada')).toBe(false);
});

const word = fc
  .stringMatching(/^[A-Z][a-z]{2,7}$/)
  .filter(
    (text) =>
      !/^(?:Tba|Tbc|Tbd|None|With|And|Asst|Rev|Mrs|Miss|Major|Master|Prof|Lord|Lady|Sir|Capt|Col|Esq|Cbe|Obe|Mbe|Phd|Mac|Van|Von|Den|Der|Del|Cast|Crew|Plus|Also|Vacant|Various|Unknown|Others|Company|Players)$/.test(
        text,
      ),
  );
const name = fc.tuple(word, word).map((words) => words.join(' '));
const role = fc.tuple(fc.constantFrom('Lady', 'Count', 'Old'), word).map((words) => words.join(' '));

test('any cast is parsed correctly from each of six notations', () => {
  const notations: [(role: string, name: string) => string, string][] = [
    [(role, name) => `${role}: ${name}`, '\n'],
    [(role, name) => `${role} – ${name}`, '\n'],
    [(role, name) => `${role}\t${name}`, '\r\n'],
    [(role, name) => `${role}: ${name}`, '; '],
    [(role, name) => `${name} (${role})`, ', '],
    [(role, name) => `${name} (${role})`, '\n'],
  ];
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(role, name), { minLength: 2, maxLength: 20, selector: ([first]) => first }),
      fc.constantFrom(...notations),
      (rows, [write, end]) => {
        expect(read(rows.map(([role, name]) => write(role, name)).join(end))).toEqual(
          rows.map(([role, name]) => `${role} = ${name}`),
        );
      },
    ),
  );
});

test('lines written by the export are read unchanged, whatever they contain', () => {
  const line = fc.string({ unit: 'grapheme' }).map(cleanLine);
  const credit = fc.record({
    person: line.filter((text) => text !== ''),
    as: fc.constantFrom('', 'A. Quill'),
    kind: fc.constant('cast' as const),
    role: fc.constantFrom('', 'Hamlet', 'King | Queen', 'a\\b'),
    order: fc.integer({ min: -9, max: 999 }),
  });
  fc.assert(
    fc.property(fc.array(credit, { minLength: 1, maxLength: 6 }), (credits) => {
      expect(parseCredits(formatCreditLines(credits), 'cast', { commas: 'list' })).toEqual({
        ...{ credits, unread: [], runTogether: [], likelyRoles: [], isExported: true },
      });
    }),
  );
});

test('a hostile cell is parsed in less than two seconds of processor time', () => {
  const cells = [
    '('.repeat(50_000),
    ' . '.repeat(20_000),
    `${'a, '.repeat(20_000)}`,
    `${'\t '.repeat(20_000)}`,
    `${' '.repeat(50_000)}x`,
  ];
  for (const cell of cells) expect(measureProcessorTime(() => void read(cell))).toBeLessThan(2000);
});

test('a cell with a long run of spaces is parsed in linear time', () => {
  const cell = `Ada${' '.repeat(20_000)}Quill`;
  expect(measureProcessorTime(() => void read(cell))).toBeLessThan(200);
  expect(read(`Hamlet${' '.repeat(20_000)}Ada Quill\nOsric${' \t'.repeat(9)}Ben Orme`)).toEqual(
    read('Hamlet     Ada Quill\nOsric\tBen Orme'),
  );
});

test('a list of names is distinguished in linear time from a name with the surname first', () => {
  const blanks = ' '.repeat(1500);
  const cells = [
    `Ada ${'x '.repeat(400)}, ${'y '.repeat(400)}:`,
    `A b${blanks}C,${blanks}d${blanks}:`,
    `${'x '.repeat(20_000)}, ${'y '.repeat(20_000)}:`,
  ];
  for (const cell of cells) expect(measureProcessorTime(() => void hasCommaList(cell))).toBeLessThan(100);
});
