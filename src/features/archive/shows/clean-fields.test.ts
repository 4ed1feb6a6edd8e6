import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardCell, unguardCell } from '#platform/server/formats/csv.ts';
import { cleanBlock, cleanLine } from '#platform/shared/text/clean-line.ts';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { cleanAuthor, parseYesNo } from './clean-fields.ts';

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
  expect(cleanBlock('Panto\u000bnews\u2028and more')).toBe('Panto\nnews\nand more');
});

test('a cleaned description keeps its lines and the blanks within them', () => {
  expect(cleanBlock('\r\n \r\nOne\r\n\r\n  * two\u00a0 three  \n\n')).toBe('One\n\n  * two\u00a0 three');
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
      expect(cleanBlock(cleanBlock(text))).toBe(cleanBlock(text));
      expect(cleanAuthor(cleanAuthor(text))).toBe(cleanAuthor(text));
    }),
  );
});

describe('only cells that a spreadsheet might run as formulas are guarded', () => {
  test.each(['=HYPERLINK("x")', '+44', '-1', '@SUM(A1)', '\t=1', "'=1", '＝1'])(
    'the cell %j gets a leading apostrophe',
    (text) => expect(guardCell(text)).toBe(`'${text}`),
  );

  test.each(['Hay Fever', "'Allo 'Allo", '’Tis Pity', '1940', ''])('the cell %j is left unchanged', (text) =>
    expect(guardCell(text)).toBe(text),
  );

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\n-1', "a\n'-1"],
    ["a;'@b;c", "a;''@b;c"],
  ])(
    'a risky part of the cell %j gets an apostrophe too, because a spreadsheet would split the cell',
    (text, expected) => expect(guardCell(text)).toBe(expected),
  );

  test('an import restores the original text of a cell that was guarded by an apostrophe', () => {
    const risky = fc
      .array(fc.constantFrom('', "'", "''", '=', "'=", '-', '@', '\t', ';', '\r', '\n', 'a'))
      .chain((parts) => fc.string().map((end) => parts.join('') + end));
    fc.assert(
      fc.property(risky, (text) => {
        expect(unguardCell(guardCell(text))).toBe(text);
      }),
    );
  });
});
