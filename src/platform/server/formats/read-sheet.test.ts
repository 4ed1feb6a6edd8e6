import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createZip } from '#tests/support/formats/word.ts';
import { createWorkbook, toRowsXml } from '#tests/support/formats/workbook.ts';
import { formatRejectedRows, readSheet } from './read-sheet.ts';
import { SheetError, type SheetKind } from './sheet.ts';

const plays: SheetKind<'title' | 'year'> = {
  columns: { title: [], year: [] },
  required: [[['title']]],
  subject: 'a list of plays',
  maxBytes: 100_000,
  maxRows: 1_000,
};
const read = (bytes: Uint8Array) => readSheet(bytes, plays);
const rows = async (bytes: Uint8Array) => (await read(bytes)).rows.map(({ line, cells }) => [line, ...cells]);
const head = ['title', 'year'];

test('a file of more than 200 columns is refused before anybody is asked what the columns mean', async () => {
  const error = await read(Buffer.from(`title${','.repeat(1_000)}\nHay Fever\n`)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SheetError);
  expect(error).toMatchObject({ message: expect.stringContaining('more than 200 columns'), columns: [] });
});

test('a heading of 50,000 characters is cut to 200', async () => {
  const { columns } = await read(Buffer.from(`title,${'x'.repeat(50_000)}\nHay Fever,1\n`));
  expect(columns[1]?.heading).toHaveLength(200);
});

test('an error about wrongly chosen columns describes the columns as the person chose them', async () => {
  const both = readSheet(Buffer.from('a,b\nHay Fever,1925\n'), plays, ['title', 'title']);
  const error = await both.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ columns: [{ column: 'title' }, { column: 'title' }] });
});

test('an error about two columns with the same meaning names a column without a heading by its number', async () => {
  const file = Buffer.from('title,,\nHay Fever,Thark,1925\n');
  await expect(readSheet(file, plays, ['title', 'title', ''])).rejects.toThrow(
    'Two columns are both read as the title: “title” and column 2. Ignore or remove one of them and try again.',
  );
});

test('a list of rejected rows that is too long says how many more rows don’t fit', () => {
  const refused = Array.from({ length: 300 }, (_, line) => ({
    line,
    column: 'year',
    reason: 'no year',
    cells: ['y'.repeat(10_000), 'x'],
  }));
  const writing = formatRejectedRows(head, refused);
  let step = writing.next();
  while (!step.done) step = writing.next();
  expect(String(step.value).length).toBeLessThan(1_010_000);
  expect(String(step.value)).toMatch(/"2\d\d more rejected rows don’t fit here/);
});

describe('a workbook is read in the same way as its sheet saved as CSV', () => {
  test('a workbook from Excel is read with shared and rich text, dates, numbers, booleans, formula values and gaps', async () => {
    const texts =
      '<si><t>title</t></si><si><t>year</t></si><si><t xml:space="preserve">Hay Fever </t></si>' +
      '<si><r><rPr><b/></rPr><t>Tha</t></r><r><t>rk &amp; Co_x000a_Ltd</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si><si/>';
    const sheet =
      '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>cancelled</t></is></c></row>' +
      '<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" s="1"><v>31879</v></c><c r="D3" t="b"><v>1</v></c><c r="F3"><v>9</v></c></row>' +
      '<row r="4"><c r="A4" t="s"><v>3</v></c><c r="B4" s="2"><f>B3-11</f><v>31868</v></c><c r="D4" t="b"><v>0</v></c></row>' +
      '<row r="7"><c r="A7" t="str"><f>A3&amp;"!"</f><v>Hay Fever!</v></c><c r="B7"><v>1940</v></c><c r="D7" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>' +
      '<row r="8"><c r="A8" t="s"><v>4</v></c><c r="B8" s="1"/></row>';
    const { columns, rows } = await read(
      createWorkbook({ sheets: { Shows: sheet }, texts, formats: [14, 'mmmm yyyy'] }),
    );
    expect(columns.map(({ heading, column }) => [heading, column])).toEqual([
      ['title', 'title'],
      ['year', 'year'],
      ['', ''],
      ['cancelled', ''],
    ]);
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [3, 'Hay Fever ', '1987-04-12', '', 'TRUE'],
      [4, 'Thark & Co\nLtd', '1987-04', '', 'FALSE'],
      [7, 'Hay Fever!', '1940', '', '#DIV/0!'],
    ]);
  });

  test('a workbook with namespace prefixes and absolute paths, but no cell addresses or shared text, is read', async () => {
    const xml = '<?xml version="1.0" encoding="utf-8"?>';
    const relation = (kind: string, target: string) =>
      `${xml}<Relationships><Relationship Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${kind}" Target="${target}" Id="R1" /></Relationships>`;
    const file = createZip({
      '_rels/.rels': relation('officeDocument', '/xl/workbook.xml'),
      'xl/workbook.xml': `${xml}<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets><x:sheet x:name="One" name="One" q:id="R1" /></x:sheets></x:workbook>`,
      'xl/_rels/workbook.xml.rels': relation('worksheet', '/xl/worksheets/one.xml'),
      'xl/worksheets/one.xml': `${xml}<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>title</x:v></x:c><x:c t="str"><x:v>year</x:v></x:c></x:row><x:row><x:c t="str"><x:v>Thark</x:v></x:c><x:c t="d"><x:v>1987-04-12T00:00:00</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    });
    expect(await rows(file)).toEqual([[2, 'Thark', '1987-04-12T00:00:00']]);
  });

  test('a workbook whose dates count from 1904 is read with the right dates', async () => {
    const sheet = `${toRowsXml(head)}<row r="2"><c r="A2" t="str"><v>Thark</v></c><c r="B2" s="1"><v>30417</v></c></row>`;
    expect(await rows(createWorkbook({ sheets: { A: sheet }, formats: [14], from1904: true }))).toEqual([
      [2, 'Thark', '1987-04-12'],
    ]);
  });

  test('a formula without a stored value is refused with advice, but a formula with an empty text is read as empty', async () => {
    const sheet = `${toRowsXml(head)}<row r="2"><c r="A2"><f>A1</f><v></v></c></row><row r="3"><c r="A3" t="str"><f>A1</f><v></v></c><c r="B3"><v>1</v></c></row>`;
    const { rows, refused } = await read(createWorkbook({ sheets: { A: sheet } }));
    expect(refused).toMatchObject([{ line: 2, column: 'title', reason: expect.stringContaining('save it again') }]);
    expect(rows).toMatchObject([{ line: 3, cells: ['', '1'] }]);
  });
});

describe('lines above the headings of a CSV file are skipped', () => {
  test.each([
    ['a title', 'Our shows\n\ntitle,year\nThark,1940\n', 4],
    ['a title in quotation marks', '"Our shows, since 1907",\ntitle,year\nThark,1940\n', 3],
    ['a separator for Excel', 'sep=;\ntitle;year\nThark;1940\n', 3],
    ['a title and semicolons', 'Our shows, since 1907\ntitle;year\nThark;1940\n', 3],
  ])('the line above the headings is skipped: %s', async (_, text, line) => {
    expect(await rows(Buffer.from(text))).toEqual([[line, 'Thark', '1940']]);
  });

  test('a row may omit the cells under empty headings at the end', async () => {
    const { rows, refused } = await read(Buffer.from('title,year,,,\nThark,1940\nEscape,1942,,\n'));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Thark', '1940', '', '', ''],
      ['Escape', '1942', '', '', ''],
    ]);
    expect(refused).toEqual([]);
  });
});

describe('files without recognisable headings need the user to choose their columns', () => {
  test.each([
    ['begins with a number', '1935,The Merchant of Venice\n1936,Romeo and Juliet\n'],
    ['repeats its first cell', 'unknown,Sing Along\nunknown,Everyman\n'],
    ['begins with an address', 'ada@players.example,Everyman\nben@players.example,Thark\n'],
  ])('a file without headings that %s loses no row once the user has chosen its columns', async (_, text) => {
    await expect(readSheet(Buffer.from(text), plays)).rejects.toMatchObject({
      columns: [{ heading: '' }, { heading: '' }],
    });
    const { rows } = await readSheet(Buffer.from(text), plays, ['', 'title']);
    expect(rows.map(({ line, cells }) => [line, ...cells].join(','))).toEqual(
      text
        .trim()
        .split('\n')
        .map((row, index) => `${index + 1},${row}`),
    );
  });

  test('the first row of a file with unknown headings is read as headings, not as data', async () => {
    const { rows } = await readSheet(Buffer.from('Stück,Jahr\nThark,1940\n'), plays, ['title', 'year']);
    expect(rows.map(({ cells }) => cells)).toEqual([['Thark', '1940']]);
  });
});

test('a CSV file that is aligned with blanks outside of its quotation marks is read', async () => {
  const text = '"title"          , "year" \n"Thark, or Not" , "1940" \n"Escape"        , ""\n';
  expect(await rows(Buffer.from(text))).toEqual([
    [2, 'Thark, or Not', '1940'],
    [3, 'Escape', ''],
  ]);
});

test('a heading followed by a remark in brackets is still recognised', async () => {
  expect(await rows(Buffer.from('Title (English),Year (if known)\nThark,1940\n'))).toEqual([[2, 'Thark', '1940']]);
});

test('a spreadsheet in the format .ods or .xls is refused with advice on saving it', async () => {
  const ods = Buffer.from(`PK\x03\x04${'\x00'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`);
  await expect(read(ods)).rejects.toThrow('OpenDocument spreadsheet (.ods). In LibreOffice choose File, Save As');
  await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).rejects.toThrow('In Excel choose File, Save As');
});

describe('a workbook with several sheets is read from the sheet with the column headings', () => {
  const notes = toRowsXml(['Notes of the archivist']);
  const shows = toRowsXml(head, ['Thark', 1940]);

  test('the sheet with the column headings is read, wherever it is in the workbook', async () => {
    expect(await rows(createWorkbook({ sheets: { Notes: notes, Empty: '', Shows: shows } }))).toEqual([
      [2, 'Thark', '1940'],
    ]);
  });

  test('an empty first sheet is skipped, even if no sheet has the columns', async () => {
    const others = toRowsXml(['Stück', 'Jahr'], ['Thark', 1940]);
    const reading = read(createWorkbook({ sheets: { Empty: '', Shows: others } }));
    await expect(reading).rejects.toMatchObject({ columns: [{ heading: 'Stück' }, { heading: 'Jahr' }] });
  });

  test('a title above the headings of a sheet is skipped', async () => {
    const titled = toRowsXml(['Our shows since 1907'], [], head, ['Thark', 1940]);
    expect(await rows(createWorkbook({ sheets: { Shows: titled } }))).toEqual([[4, 'Thark', '1940']]);
  });

  test('a hidden sheet of a workbook is ignored', async () => {
    const file = createWorkbook({ sheets: { Old: toRowsXml(head, ['Escape', 1]), Shows: shows }, hidden: ['Old'] });
    expect(await rows(file)).toEqual([[2, 'Thark', '1940']]);
  });

  test('a workbook in which two sheets have the same columns is refused, naming both sheets', async () => {
    const file = createWorkbook({ sheets: { 'The 1950s': shows, 'The 1960s': shows } });
    await expect(read(file)).rejects.toThrow('“The 1950s” and “The 1960s”');
  });

  test('a workbook without the required columns in any sheet is refused, and the message names a missing column', async () => {
    await expect(read(createWorkbook({ sheets: { Notes: notes, More: notes } }))).rejects.toThrow('there’s no “title”');
  });

  test('a workbook with more than fifty sheets is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`S${n}`, notes]));
    await expect(read(createWorkbook({ sheets: many }))).rejects.toThrow('too big to read in one go');
  });
});

describe('a malicious or damaged workbook is refused, or read without its harmful parts', () => {
  const text = (length: number) => `<row><c t="str"><v>${'x'.repeat(length)}</v></c></row>`;
  const million = toRowsXml(head) + '<row><c t="str"><v>a</v></c></row>'.repeat(100_000);
  const shared = `${toRowsXml(head)}${'<row><c t="s"><v>0</v></c></row>'.repeat(200)}`;
  const harm: [string, () => Buffer, string][] = [
    [
      'a sheet that is huge when unpacked',
      () => createWorkbook({ sheets: { A: ' '.repeat(70_000_000) } }),
      'too big to read in one go',
    ],
    [
      'a sheet that understates its size',
      () => createWorkbook({ sheets: { A: text(9000) }, saying: 10 }),
      'can’t read this workbook',
    ],
    ['a sheet with too many rows', () => createWorkbook({ sheets: { A: million } }), 'more than 1,000 rows. Split it'],
    [
      'a sheet with too many columns',
      () => createWorkbook({ sheets: { A: '<row><c r="GT1"><v>1</v></c></row>' } }),
      'more than 200 columns',
    ],
    [
      'a sheet with one long text in many cells',
      () => createWorkbook({ sheets: { A: shared }, texts: `<si><t>${'x'.repeat(9000)}</t></si>` }),
      'too big for a list of plays',
    ],
    [
      'a sheet of endlessly nested elements',
      () => createWorkbook({ sheets: { A: '<a>'.repeat(100_000) } }),
      'can’t read this workbook',
    ],
    [
      'a cell with a shared text that doesn’t exist',
      () => createWorkbook({ sheets: { A: '<row><c t="s"><v>7</v></c></row>' } }),
      'can’t read this workbook',
    ],
    ['a ZIP file without a workbook', () => createZip({ 'content.xml': '<a/>' }), 'can’t read this workbook'],
    [
      'half a workbook',
      () => createWorkbook({ sheets: { A: toRowsXml(head) } }).subarray(0, 900),
      'can’t read this workbook',
    ],
  ];
  test.each(harm)('%s is refused with a message', async (_, file, message) => {
    const reading = read(file());
    await expect(reading).rejects.toThrow(SheetError);
    await expect(reading).rejects.toThrow(message);
  });

  test('entities declared in a workbook’s XML are not resolved', async () => {
    const sheet = `${toRowsXml(head)}<row><c t="inlineStr"><is><t>&outside;&lol;</t></is></c></row>`;
    const doctype = '<!DOCTYPE x [<!ENTITY outside SYSTEM "file:///etc/passwd"><!ENTITY lol "ha&lol;">]>';
    expect(await rows(createWorkbook({ sheets: { A: doctype + sheet } }))).toEqual([[2, '&outside;&lol;', '']]);
  });

  test('a cell far to the right of the headings is left out', async () => {
    const far = `${toRowsXml(head)}${'<row><c t="str"><v>a</v></c><c r="XFD1"><v>1</v></c></row>'.repeat(900)}`;
    expect((await rows(createWorkbook({ sheets: { A: far } })))[0]).toEqual([2, 'a', '']);
  });

  test('characters that are invalid in any text are left out or replaced with U+FFFD', async () => {
    const sheet = `${toRowsXml(head)}<row><c t="str"><v>a_x0000_b_xD800_c&#0;</v></c></row>`;
    expect(await rows(createWorkbook({ sheets: { A: sheet } }))).toEqual([[2, 'ab\ufffdc\ufffd', '']]);
  });

  test('a damaged workbook is either read or refused with a message', async () => {
    const whole = createWorkbook({ sheets: { A: toRowsXml(head, ['Thark', 1940]) }, formats: [14] });
    const damaged = fc.record({ at: fc.nat(whole.length - 1), to: fc.nat(255) }).map(({ at, to }) => {
      const bytes = Buffer.from(whole);
      bytes[at] = to;
      return bytes;
    });
    const inside = fc
      .array(
        fc.constantFrom('<row r="2">', '</row>', '<c t="s">', '<c s="9">', '</c>', '<v>', '</v>', '1', '<f/>', '<t>'),
      )
      .map((pieces) => createWorkbook({ sheets: { A: pieces.join('') } }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, inside), async (bytes) => {
        await read(bytes).catch((fault) => expect(fault).toBeInstanceOf(SheetError));
      }),
      { numRuns: 200 },
    );
  });
});
