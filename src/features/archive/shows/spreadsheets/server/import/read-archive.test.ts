import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSheet } from '#platform/server/formats/read-sheet.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { archiveKind, MAX_ARCHIVE_BYTES } from './archive-kind.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readSheet(bytes(text), archiveKind);
const lines = async (text: string) => (await read(text)).rows.map(({ line, cells }) => [line, ...cells]);

describe('a file that is not an archive is refused with the reason', () => {
  const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
  const faults: [string, Uint8Array, string][] = [
    ['an empty file', bytes(''), 'The file is empty'],
    ['a file of blank lines', bytes('\n\r\n\n'), 'The file is empty'],
    ['a byte order mark alone', bytes('\ufeff'), 'The file is empty'],
    [
      'a file without headings',
      bytes('Hay Fever,1940\nThark,1941\n'),
      'One of the first lines should name the columns',
    ],
    ['a file of more than 20 MB', new Uint8Array(MAX_ARCHIVE_BYTES + 1), 'more than 20 MB of content'],
    [
      'a file in Windows-1252',
      new Uint8Array(Buffer.from('title,year\nCaf\xe9,1987\n', 'latin1')),
      'isn’t saved as UTF-8',
    ],
    [
      'a file in UTF-16',
      new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('title,year\n')])),
      'saved as UTF-16',
    ],
    ['a file in UTF-16 without a byte order mark', utf16('title,year\n'), 'isn’t a text file'],
    ['a zip file that isn’t a workbook', bytes('PK\u0003\u0004 workbook'), 'can’t read this workbook'],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'in the old .xls format or has a password'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0]), 'isn’t a text file'],
    ['a file with a null character in a title', bytes('title,year\nHay\u0000Fever,1940\n'), 'isn’t a text file'],
    [
      'a file with an unclosed quotation mark in the headings',
      bytes('"title,year\nHay Fever,1940\n'),
      'headings on line 1',
    ],
    [
      'a file of more than 20,000 rows',
      bytes(`title,year\n${'Hay Fever,1940\n'.repeat(20_001)}`),
      'more than 20,000 rows',
    ],
    ['a file of nothing but broken lines', bytes(`title,year\n${'"a"b,1\n'.repeat(150)}`), 'isn’t a CSV file'],
  ];
  test.each(faults)('%s is refused as an archive', async (_, file, message) => {
    const reading = readSheet(file, archiveKind);
    await expect(reading).rejects.toThrow(SheetError);
    await expect(reading).rejects.toThrow(message);
  });

  test('reading arbitrary bytes as an archive never throws any error except a refusal', async () => {
    const file = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(fc.constantFrom('title,year', '"', ',', '\n', '\r\n', '\r', 'a', '1987', ' ', '""'))
        .map((parts) => bytes(`title,year\n${parts.join('')}`)),
    );
    await fc.assert(
      fc.asyncProperty(file, async (bytes) => {
        try {
          await readSheet(bytes, archiveKind);
        } catch (error) {
          expect(error).toBeInstanceOf(SheetError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('rows of an archive are read with their line numbers', () => {
  const shows = [
    [2, 'Hay Fever', '1940'],
    [3, 'Thark', '1941'],
  ];
  test.each([
    ['commas', 'title,year\nHay Fever,1940\nThark,1941'],
    ['a byte order mark', '\ufefftitle,year\nHay Fever,1940\nThark,1941\n'],
    ['Windows line ends', 'title,year\r\nHay Fever,1940\r\nThark,1941\r\n'],
    ['old Macintosh line ends', 'title,year\rHay Fever,1940\rThark,1941\r'],
    ['semicolons', 'title;year\nHay Fever;1940\nThark;1941\n'],
    ['tabs', 'title\tyear\nHay Fever\t1940\nThark\t1941\n'],
    ['blank cells to the right', 'title,year,\nHay Fever,1940,,,\nThark,1941,\n'],
  ])('rows are read from a file with %s', async (_, text) =>
    expect((await lines(text)).map((row) => row.slice(0, 3))).toEqual(shows),
  );

  test('blank lines, blank rows and line breaks within quotes count as lines, but not as shows', async () => {
    const text = 'title,year\n\n"Hay\r\nFever",1940\r\n ,\n\r\n"Thark\n(a farce)\n",1941\nEscape,1942';
    expect(await lines(text)).toEqual([
      [3, 'Hay\r\nFever', '1940'],
      [7, 'Thark\n(a farce)\n', '1941'],
      [10, 'Escape', '1942'],
    ]);
  });

  test('quotation marks inside a title stay part of it', async () => {
    expect(await lines('title,year\nThe "Scottish" Play,1940\n"Say ""Cheese""",1941\n')).toEqual([
      [2, 'The "Scottish" Play', '1940'],
      [3, 'Say "Cheese"', '1941'],
    ]);
  });
});

describe('only the row that can’t be read is refused', () => {
  test('only the row with too few or too many cells is refused', async () => {
    const { rows, refused } = await read(
      'title,year,venue\nHay Fever,1940\nThark,1941,Hall,and more\nEscape,1942,Hall\n',
    );
    expect(rows.map((row) => row.line)).toEqual([4]);
    expect(refused).toEqual([
      {
        line: 2,
        cells: ['Hay Fever', '1940'],
        column: 'venue',
        reason: 'the row has 2 cells instead of 3, the number of headings',
      },
      {
        line: 3,
        cells: ['Thark', '1941', 'Hall', 'and more'],
        column: 'column 4',
        reason: 'the row has 4 cells instead of 3, the number of headings',
      },
    ]);
  });

  test('only the row with a quotation mark that is never closed is refused', async () => {
    const { rows, refused } = await read('title,year\n\n"Hay Fever,1940\nThark,1941\n"Escape",1942\n');
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [4, 'Thark'],
      [5, 'Escape'],
    ]);
    expect(refused).toMatchObject([
      {
        line: 3,
        column: 'title',
        cells: ['"Hay Fever,1940'],
        reason: expect.stringContaining('a quotation mark is out of place'),
      },
    ]);
  });

  test('a quotation mark that is never closed in the last row refuses only that row', async () => {
    const { rows, refused } = await read('title,year\nThark,1941\n"Hay Fever,1940');
    expect(rows).toHaveLength(1);
    expect(refused).toMatchObject([{ line: 3 }]);
  });
});
