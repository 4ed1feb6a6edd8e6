import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { type ParsedRole, parseProgramme } from './parse-programme.ts';

const cast = (role: string, ...people: string[]): ParsedRole => ({ kind: 'cast', role, people });
const crew = (role: string, ...people: string[]): ParsedRole => ({ kind: 'crew', role, people });

describe('a line of a programme is parsed in any common layout', () => {
  test.each([
    'Madame Arcati – Zoë Lark',
    'Madame Arcati — Zoë Lark',
    'Madame Arcati - Zoë Lark',
    'Madame Arcati: Zoë Lark',
    'Madame Arcati\tZoë Lark',
    'Madame Arcati ............ Zoë Lark',
    'Madame Arcati . . . . . . Zoë Lark',
    'Madame Arcati …… Zoë Lark',
    'Madame Arcati     Zoë Lark',
    '  Madame Arcati\t\tZoë Lark  ',
  ])('the programme line %j is parsed', (line) =>
    expect(parseProgramme(line)).toEqual({ roles: [cast('Madame Arcati', 'Zoë Lark')], unread: [] }),
  );

  test.each([
    ['Jean-Luc - Pat Fane-Bailey', cast('Jean-Luc', 'Pat Fane-Bailey')],
    ['First Witch/Porter – Ann Hale', cast('First Witch/Porter', 'Ann Hale')],
    ['Ghosts: Ann Hale, Bea Cole and Di Fox', cast('Ghosts', 'Ann Hale', 'Bea Cole', 'Di Fox')],
    ['Judge – Harry Bell, jnr', cast('Judge', 'Harry Bell, jnr')],
    ['Lighting: Nick Osei & Bea Long', crew('Lighting', 'Nick Osei', 'Bea Long')],
    ['Deputy Stage Manager – Oli Park', crew('Deputy Stage Manager', 'Oli Park')],
    ['The Director’s Wife – Ann Hale', cast('The Director’s Wife', 'Ann Hale')],
    ['The Players – Ann Hale, Bea Cole', cast('The Players', 'Ann Hale', 'Bea Cole')],
    ['Technical Director – Bea Cole', crew('Technical Director', 'Bea Cole')],
    ['Crew\nProduction Manager\tAnn Hale', crew('Production Manager', 'Ann Hale')],
    ['Cast – in order of appearance\nProps: Ann Hale', cast('Props', 'Ann Hale')],
    ['Characters\tThe Cast\nProps\tAnn Hale', cast('Props', 'Ann Hale')],
  ])('the programme line %s is recognised as cast or as crew', (line, role) =>
    expect(parseProgramme(line).roles).toEqual([role]),
  );
});

test('headings decide between cast and crew, and a line with only names continues the role above', () => {
  const text = `Cast in order of appearance

Prompter ......... Ann Hale
Guards:
Bea Cole
Di Fox
Chorus\tEva Gray
\tFay Hill

CREW
Hamlet’s horse – Gil Ives
`;
  expect(parseProgramme(text)).toEqual({
    roles: [
      cast('Prompter', 'Ann Hale'),
      cast('Guards', 'Bea Cole', 'Di Fox'),
      cast('Chorus', 'Eva Gray', 'Fay Hill'),
      crew('Hamlet’s horse', 'Gil Ives'),
    ],
    unread: [],
  });
});

test('lines of a programme without a person’s name are reported and not imported', () => {
  expect(parseProgramme('There will be one interval.\nHamlet – TBC\nOphelia – Ann Hale')).toEqual({
    roles: [cast('Ophelia', 'Ann Hale')],
    unread: ['There will be one interval.', 'Hamlet'],
  });
});

const letters = fc.constantFrom(...'abcdeéèüñøłßžAÉŽ');
const word = fc.array(letters, { minLength: 2, maxLength: 8 }).map((all) => all.join(''));
const name = fc.tuple(word, word).map((words) => words.join(' '));
const role = fc.tuple(fc.constantFrom('Lady', 'Count', 'Miss'), word).map((words) => words.join(' '));
const between = fc.constantFrom(' – ', ' — ', ' - ', ': ', '\t', ' ........ ', '....', '   ', ' | ');

test('a cast list with any separators is parsed into its roles and people', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(role, fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), between), {
        minLength: 1,
        maxLength: 30,
        selector: ([first]) => first,
      }),
      fc.constantFrom('\n', '\r\n', '\n\n'),
      (rows, end) => {
        const text = rows.map(([of, people, mark]) => `${of}${mark}${people.join(', ')}`).join(end);
        expect(parseProgramme(`Cast\n${text}`)).toEqual({
          roles: rows.map(([of, people]) => cast(of, ...people)),
          unread: [],
        });
      },
    ),
  );
});

test('every role parsed from a pasted text has a name, and lists at least one person and each person once', () => {
  const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[-–:.\t |aé,&\n]*$/));
  fc.assert(
    fc.property(
      fc.array(anything).map((lines) => lines.join('\n')),
      (text) => {
        for (const { role: of, people } of parseProgramme(text).roles) {
          expect(of).not.toBe('');
          expect(people.length).toBeGreaterThan(0);
          expect(new Set(people).size).toBe(people.length);
        }
      },
    ),
  );
});

test('two thousand lines of a programme, or a few hostile lines, are parsed in less than a second', () => {
  const long = Array.from({ length: 2000 }, (_, n) => `Žofie ${n}\t…Renée Ünal ${n}`).join('\n');
  const hostile = [
    `${' . '.repeat(20_000)}x`,
    `${'\t '.repeat(20_000)}`,
    `a${' '.repeat(100_000)}b`,
    `${', and '.repeat(9000)}`,
  ].join('\n');
  expect(measureProcessorTime(() => expect(parseProgramme(long).roles).toHaveLength(2000))).toBeLessThan(1000);
  // This took half a minute when the pattern was tried at every space
  expect(measureProcessorTime(() => parseProgramme(hostile))).toBeLessThan(1000);
});
