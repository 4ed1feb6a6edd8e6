import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from '#platform/server/formats/csv.ts';
import { findColumns, SheetError } from '#platform/server/formats/sheet.ts';
import { type AddNote, RowError } from '#platform/shared/calls/imports.ts';
import { cleanLine, cleanMarkdown } from '#platform/shared/text/clean-line.ts';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import type { NewShow } from '../../../fields.ts';
import { archiveKind } from './archive-kind.ts';
import { computeImportKey } from './import-key.ts';
import { type ArchiveColumn, cleanAuthor, parseShowRow, parseYesNo } from './parse-show-row.ts';

const hayFever = { title: 'Hay Fever', 'first performance': '1987-04-12', company: 'Lanternside Players' };
const parse = (cells: Partial<Record<ArchiveColumn, string>>, addNote?: AddNote<ArchiveColumn>) =>
  parseShowRow((column) => ({ ...hayFever, ...cells })[column as keyof typeof hayFever] ?? '', undefined, addNote);
const show = (cells: Partial<Record<ArchiveColumn, string>> = {}) => parse(cells);

function refusal(cells: Partial<Record<ArchiveColumn, string>>): [string, string] {
  try {
    show(cells);
  } catch (error) {
    if (error instanceof RowError) return [error.column, error.message];
    throw error;
  }
  throw new Error('The row was taken.');
}

test('a row of an archive becomes a show with the known values, and empty strings for the others', () => {
  const cells = {
    author: 'by Noël Coward',
    director: 'Ann Hale & Tom Pell',
    'stage manager': 'Ivy Marsh/Jo Sandle',
    'last performance': '1987-04',
    venue: 'Main House\u00a0',
    company: 'Lanternside Players/The Strollers',
    cancelled: 'yes',
  };
  expect(show(cells)).toEqual({
    title: 'Hay Fever',
    subtitle: '',
    author: 'Noël Coward',
    first_date: '1987-04-12',
    first_date_precision: 'day',
    date: '1987-04-01',
    date_precision: 'month',
    venue: 'Main House',
    company: 'Lanternside Players/The Strollers',
    cancelled: true,
    poster_number: 0,
    season: '',
    genre: '',
    show_type: '',
    programme: '',
    banner: '',
    noda_review: '',
    radio_audio: '',
    text_blob: '',
    archived: false,
    import_key: 'hay fever | 1987-04-12 | lanternside players/the strollers',
    credits: [
      { person: 'Ann Hale', as: '', kind: 'crew', role: 'Director', order: 1 },
      { person: 'Tom Pell', as: '', kind: 'crew', role: 'Director', order: 1 },
      { person: 'Ivy Marsh', as: '', kind: 'crew', role: 'Stage Manager', order: 2 },
      { person: 'Jo Sandle', as: '', kind: 'crew', role: 'Stage Manager', order: 2 },
    ],
  });
});

test('several authors in a cell stay one author', () => {
  expect(show({ author: 'Ann Hale & Tom Pell, music by Ivy Marsh' }).author).toBe(
    'Ann Hale & Tom Pell, music by Ivy Marsh',
  );
});

test('a row with only a last performance has the same first performance', () => {
  expect(show({ 'first performance': '', 'last performance': 'April 1987' })).toMatchObject({
    ...{ first_date: '1987-04-01', first_date_precision: 'month' },
    ...{ date: '1987-04-01', date_precision: 'month' },
  });
});

test('a row with only a first performance has the same last performance', () => {
  expect(show({ 'first performance': '1987' })).toMatchObject({ date: '1987-01-01', date_precision: 'year' });
});

test('the people of a director’s column are listed before those of the crew column, unless the crew column gives an order', () => {
  const crew = 'Props: Ann Hale\nSound: Bea Orme';
  const order = (cells: Partial<Record<ArchiveColumn, string>>) =>
    show(cells)
      .credits.toSorted((one, other) => one.order - other.order)
      .map(({ role }) => role);
  expect(order({ crew, director: 'Cy Vane', choreographer: 'Di Fox' })).toEqual([
    'Director',
    'Choreographer',
    'Props',
    'Sound',
  ]);
  expect(order({ crew: '0 | Props | Ann Hale', director: 'Cy Vane' })).toEqual(['Props', 'Director']);
});

test('names separated by a dot instead of a comma are imported as separate people, with a note', () => {
  const notes: unknown[] = [];
  const cells = { director: 'Ada Quill.Ben Orme', crew: 'Cy Vane, Di Fox.Eva Gray' };
  const { credits } = parse(cells, (...note) => void notes.push(note));
  expect(credits.map(({ person }) => person)).toEqual(['Cy Vane', 'Di Fox', 'Eva Gray', 'Ada Quill', 'Ben Orme']);
  expect(notes).toEqual([
    ['crew', 'read', '“Di Fox.Eva Gray”: read as several names'],
    ['director', 'read', '“Ada Quill.Ben Orme”: read as several names'],
  ]);
});

test('brackets that may hold a role or a nickname are imported as roles with a note', () => {
  const notes: unknown[] = [];
  parse({ cast: 'Ada Quill (Jean)\nBen Orme\nCy Vane' }, (...note) => void notes.push(note));
  expect(notes).toEqual([['cast', 'read', '“Ada Quill (Jean)”: read as a name and a role']]);
});

test('a director named both in a column and in the crew is credited once', () => {
  const credits = show({ crew: '1 | Director | Ann Hale', director: 'Ann Hale & Tom Pell' }).credits;
  expect(credits.map((credit) => credit.person)).toEqual(['Ann Hale', 'Tom Pell']);
});

describe('a row that can’t be a show is refused with column and reason', () => {
  test.each<[Partial<Record<ArchiveColumn, string>>, string, string]>([
    [{ title: ' \u00a0' }, 'title', 'there is no title'],
    [{ 'first performance': '' }, 'last performance', 'there is no date'],
    [{ 'first performance': '1025-12-17' }, 'first performance', '1025 isn’t a year from 1500 to 2499'],
    [
      { 'last performance': '1987-04-11' },
      'last performance',
      '“1987-04-11” is before the first performance, “1987-04-12”',
    ],
    [{ title: 'x'.repeat(1_001) }, 'title', 'longer than 1,000 characters'],
  ])('the row with %j is refused', (cells, column, reason) => expect(refusal(cells)).toEqual([column, reason]));
});

describe('a cell that can’t be read is skipped and reported, and the rest of the row is imported', () => {
  test.each<[Partial<Record<ArchiveColumn, string>>, string, string]>([
    [
      { 'last performance': 'soon' },
      'last performance',
      '“soon” is not a date; write 12 April 1987, April 1987 or 1987',
    ],
    [{ cancelled: 'perhaps' }, 'cancelled', '“perhaps” is neither yes nor no'],
    [{ 'poster number': 'the red one' }, 'poster number', '“the red one” is not a number from 0 to 999'],
    [{ description: 'x'.repeat(100_001) }, 'description', 'longer than 100,000 characters'],
    [
      { 'noda review': 'javascript:alert(1)' },
      'noda review',
      '“javascript:alert(1)” is not a web address; it should start with https://',
    ],
    [
      { banner: '//elsewhere.example/x.png' },
      'banner',
      '“//elsewhere.example/x.png” is not a web address; it should start with https://',
    ],
    [
      { 'radio audio': '/members/logout' },
      'radio audio',
      '“/members/logout” does something when it is opened; it should be the link of a page',
    ],
    [{ programme: 'https://[' }, 'programme', '“https://[” is not a web address; it should start with https://'],
    [{ cast: '1 | Hamlet | \u200b' }, 'cast', 'we couldn’t find a name in “1 | Hamlet |”'],
    [{ crew: `1 | Props | ${'x'.repeat(1001)}` }, 'crew', 'a role or a name is longer than 1,000 characters'],
    [{ cast: 'Hamlet: TBC\nOphelia: Ann Hale' }, 'cast', 'we couldn’t find a name in “Hamlet: TBC”'],
    [{ director: Array.from({ length: 201 }, (_, n) => `Ann Ox${n}`).join('; ') }, 'director', 'more than 200 names'],
  ])('the cell %j is skipped and reported', (cells, column, reason) => {
    const notes: string[][] = [];
    const read = parse(cells, (...note) => void notes.push(note));
    expect(notes).toEqual([[column, 'skipped', reason]]);
    expect(read).toMatchObject({ title: 'Hay Fever', first_date: '1987-04-12', company: 'Lanternside Players' });
  });

  test('a row with an unreadable second date gets its first date as first and last performance', () => {
    expect(show({ 'last performance': 'soon' })).toMatchObject({ first_date: '1987-04-12', date: '1987-04-12' });
  });

  test('the readable lines of a cast are imported even if other lines can’t be read', () => {
    const { credits } = show({ cast: 'Hamlet: TBC\nOphelia: Ann Hale' });
    expect(credits.map(({ role, person }) => [role, person])).toEqual([['Ophelia', 'Ann Hale']]);
  });
});

describe('the dates of a row are read from its columns', () => {
  const dated = (cells: Partial<Record<ArchiveColumn, string>>) => show({ 'first performance': '', ...cells });
  test.each<[Partial<Record<ArchiveColumn, string>>, Partial<NewShow>]>([
    [
      { 'first performance': '12–15 May 1987' },
      { first_date: '1987-05-12', date: '1987-05-15', date_precision: 'day', season: '' },
    ],
    [
      { 'first performance': '2009/10' },
      { first_date: '2009-01-01', date: '2010-01-01', date_precision: 'year', season: '2009/10' },
    ],
    [
      { 'first performance': '12–15 May', year: '1987' },
      { first_date: '1987-05-12', date: '1987-05-15' },
    ],
    [{ year: '1987' }, { first_date: '1987-01-01', date_precision: 'year' }],
    [{ season: 'Autumn 1987' }, { date: '1987-01-01', date_precision: 'year', season: 'Autumn 1987' }],
    [
      { 'first performance': 'Spring 1987', season: 'Studio' },
      { date_precision: 'year', season: 'Studio' },
    ],
  ])('the dates of a row with %j are read', (cells, expected) => expect(dated(cells)).toMatchObject(expected));

  test('a row with unreadable dates is dated by its year, and the cell is reported', () => {
    const notes: unknown[] = [];
    const cells = { 'first performance': 'see the programme', year: '1987' };
    expect(parse(cells, (...note) => void notes.push(note))).toMatchObject({
      date: '1987-01-01',
      date_precision: 'year',
    });
    expect(notes).toEqual([['first performance', 'skipped', expect.stringContaining('is not a date')]]);
  });

  test('an uncertain date is imported with a note', () => {
    const notes: unknown[] = [];
    parse({ 'first performance': 'c. 1987' }, (...note) => void notes.push(note));
    expect(notes).toEqual([['first performance', 'read', '“c. 1987” is imported as 1987']]);
  });
});

test('each person in the director’s cell gets one credit, and an assistant is credited as Assistant Director', () => {
  const people = (director: string) => show({ director }).credits.map(({ role, person }) => [role, person]);
  expect(people('Quill, Ada')).toEqual([['Director', 'Ada Quill']]);
  expect(people('Directed by Ada Quill, assisted by Ben Orme')).toEqual([
    ['Director', 'Ada Quill'],
    ['Assistant Director', 'Ben Orme'],
  ]);
  expect(people('Mr & Mrs Orme')).toEqual([
    ['Director', 'Mr Orme'],
    ['Director', 'Mrs Orme'],
  ]);
});

describe('a show’s import key consists of title, first performance and company', () => {
  const base = show();
  test('the import key ignores capitals, extra spaces and the kind of apostrophe', () => {
    expect(computeImportKey(show({ title: ' HAY  fever', company: 'lanternside players' }))).toBe(
      computeImportKey(base),
    );
    expect(computeImportKey(show({ title: 'Charley’s Aunt' }))).toBe(
      computeImportKey(show({ title: "Charley's Aunt" })),
    );
  });
  test.each([
    { title: 'Hay Fevers' },
    { 'first performance': '1987' },
    { 'first performance': '1987-04-13' },
    { company: '' },
  ])('a row with %j has a different import key', (cells) =>
    expect(computeImportKey(show(cells))).not.toBe(computeImportKey(base)),
  );
});

test.each([
  ['Cinderella\u00a0', 'Cinderella'],
  ['The Birth of\u00a0Frankenstein', 'The Birth of Frankenstein'],
  ['  Hay   Fever \t', 'Hay Fever'],
  ['\ufeffRookery\u200b Nook\u0007', 'Rookery Nook'],
  // Names with the invisible characters that phones and Windows add when text is copied
  ['\u202aAnn Hale\u202c\u200e', 'Ann Hale'],
  ['The Farmer’s Wife', 'The Farmer’s Wife'],
  ['“Master Harold” … and the Boys', '“Master Harold” … and the Boys'],
])('the title %j is cleaned to %j', (written, expected) => expect(cleanLine(written)).toBe(expected));

test.each([
  ['by Henrik Ibsen', 'Henrik Ibsen'],
  ['By  William Shakespeare', 'William Shakespeare'],
  ['by: James Barrie', 'James Barrie'],
  ['by Charles Dickens, adapted by Ann Hale', 'Charles Dickens, adapted by Ann Hale'],
  ['devised by the Youth Workshop', 'devised by the Youth Workshop'],
  ['adapted by Ann Hale', 'adapted by Ann Hale'],
  ['Byron Carr', 'Byron Carr'],
  ['Ann Hale & Tom Pell', 'Ann Hale & Tom Pell'],
])('the author %j is cleaned to %j', (written, author) => expect(cleanAuthor(written)).toBe(author));

test('a vertical tab, which PowerPoint uses as a line break, becomes a new line', () => {
  expect(cleanMarkdown('Panto\u000bnews\u2028and more')).toBe('Panto\nnews\nand more');
});

test('a cleaned description keeps its lines and the spaces within them', () => {
  expect(cleanMarkdown('\r\n \r\nOne\r\n\r\n  * two\u00a0 three  \n\n')).toBe('One\n\n  * two\u00a0 three');
});

test.each([
  [['yes', 'YES ', 'y', 'true', '1', 'x', 'Cancelled'], true],
  [['', ' ', 'no', 'N', 'false', '0'], false],
  [['maybe', '1940'], undefined],
])('the yes/no cells %j are read as %s', (text, expected) => {
  for (const word of text) expect(parseYesNo(word)).toBe(expected);
});

test('cleaning a text that is already clean changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
      expect(cleanMarkdown(cleanMarkdown(text))).toBe(cleanMarkdown(text));
      expect(cleanAuthor(cleanAuthor(text))).toBe(cleanAuthor(text));
    }),
  );
});

describe('only cells that a spreadsheet might run as formulas are guarded', () => {
  test.each(['=HYPERLINK("x")', '+44', '-1', '@SUM(A1)', '\t=1', "'=1", '＝1'])(
    'the cell %j gets a leading apostrophe',
    (text) => expect(escapeFormula(text)).toBe(`'${text}`),
  );

  test.each(['Hay Fever', "'Allo 'Allo", '’Tis Pity', '1940', ''])('the cell %j is left unchanged', (text) =>
    expect(escapeFormula(text)).toBe(text),
  );

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\n-1', "a\n'-1"],
    ["a;'@b;c", "a;''@b;c"],
  ])(
    'a risky part of the cell %j gets an apostrophe too, because a spreadsheet would split the cell',
    (text, expected) => expect(escapeFormula(text)).toBe(expected),
  );

  test('an import restores the original text of a cell that was guarded by an apostrophe', () => {
    const risky = fc
      .array(fc.constantFrom('', "'", "''", '=', "'=", '-', '@', '\t', ';', '\r', '\n', 'a'))
      .chain((parts) => fc.string().map((end) => parts.join('') + end));
    fc.assert(
      fc.property(risky, (text) => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
      }),
    );
  });
});

const meaning = (...names: string[]) => [...findColumns(names, archiveKind).places];

describe('the columns of an archive are recognised by their headings', () => {
  test('the main headings are recognised as their columns', () => {
    const names =
      'title,subtitle,author,director,stage manager,first performance,last performance,venue,company,cancelled'.split(
        ',',
      );
    expect(meaning(...names)).toEqual(names.map((name, place) => [name, place]));
  });

  test('columns are recognised in any order and case, with hyphens, underscores or a colon, and by common synonyms', () => {
    expect(
      meaning('GROUP', 'Play', 'Written_By', 'Directed by', 'Stage-Manager', 'Opened', 'closed:', 'Theatre'),
    ).toEqual([
      ['company', 0],
      ['title', 1],
      ['author', 2],
      ['director', 3],
      ['stage manager', 4],
      ['first performance', 5],
      ['last performance', 6],
      ['venue', 7],
    ]);
  });

  test('a “year” column without a date column is the first performance, and a “date” column next to “opened” is the last', () => {
    expect(new Map(meaning('play', 'year')).get('first performance')).toBe(1);
    expect(new Map(meaning('play', 'opened', 'date')).get('last performance')).toBe(2);
  });
});

describe('headings that can’t be used are refused with advice', () => {
  test.each([
    [['title', 'director'], 'there’s no “last performance” or “first performance” or “date” or “year” or “season”.'],
    [['director', 'venue'], 'there’s no “title” and no “last performance”'],
    [['Laburnum Grove', '1940'], 'there’s no “title” and no “last performance”'],
    [['title', 'Play', 'year'], 'Two columns are both read as the title: “title” and “Play”'],
    [['title', 'opened', 'closed', 'date'], 'a third date column'],
  ])('the headings %j are refused', (names, message) => {
    expect(() => findColumns(names, archiveKind)).toThrow(SheetError);
    expect(() => findColumns(names, archiveKind)).toThrow(message);
  });
});
