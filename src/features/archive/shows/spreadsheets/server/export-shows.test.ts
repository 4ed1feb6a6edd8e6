import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readImportFile } from '#platform/server/imports/import-reader.ts';
import { cleanLine, cleanMarkdown } from '#platform/shared/text/clean-line.ts';
import { anyUrl } from '#tests/support/formats/arbitrary-texts.ts';
import type { NewCredit, NewShow } from '../../fields.ts';
import { parseWrittenDate } from '../../partial-dates.ts';
import { formatArchiveCsv } from './export-shows.ts';
import { archiveKind } from './import/archive-kind.ts';
import { computeImportKey } from './import/import-key.ts';
import { cleanAuthor } from './import/parse-show-row.ts';

/** Generates texts with the characters that are special in CSV, in spreadsheets or in our lines of credits. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        '=',
        "'",
        '"',
        ',',
        ';',
        '\\',
        '|',
        ' | ',
        '-',
        '@',
        '+',
        '\n',
        '\r\n',
        'by ',
        'as ',
        'é',
        '’',
        ' ',
        'and',
        '&',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
const line = anyText.map(cleanLine);
const named = line.filter((text) => text !== '');
const address = fc.oneof(
  fc.constant(''),
  anyUrl.filter((url) => !/\s/.test(url)),
  fc.constant('/posters/a/1.svg'),
);
const date = fc
  .tuple(
    fc.date({ min: new Date('1500-01-01'), max: new Date('2499-12-31'), noInvalidDate: true }),
    fc.constantFrom(4, 7, 10),
  )
  .map(([instant, length]) => instant.toISOString().slice(0, length));

const credit: fc.Arbitrary<NewCredit> = fc.record({
  person: named,
  as: line,
  kind: fc.constantFrom('cast', 'crew'),
  role: line,
  order: fc.integer({ min: -9, max: 999 }),
});

const show: fc.Arbitrary<NewShow> = fc
  .record({
    title: named,
    subtitle: line,
    author: anyText.map(cleanAuthor),
    run: fc.tuple(date, date).map((days) => days.sort()),
    venue: line,
    company: line,
    cancelled: fc.boolean(),
    poster_number: fc.nat(999),
    season: line,
    genre: line,
    show_type: line,
    programme: address,
    banner: address,
    noda_review: address,
    radio_audio: address,
    text_blob: anyText.map(cleanMarkdown),
    archived: fc.boolean(),
    import_key: fc.oneof(fc.constant(null), named),
    credits: fc.array(credit, { maxLength: 6 }),
  })
  .map(({ run: [opened = '', closed = ''], ...show }) => {
    const [first, last] = [parseWrittenDate(opened), parseWrittenDate(closed)];
    if ('fault' in first || 'fault' in last) throw new Error('both are dates');
    return {
      ...show,
      first_date: first.date,
      first_date_precision: first.precision,
      date: last.date,
      date_precision: last.precision,
    };
  });

const keyOf = (show: NewShow) => show.import_key ?? computeImportKey(show);
/** Returns a show as the import would read it: first the cast credits, then the crew credits, each in their order. */
const asImported = (show: NewShow): NewShow => ({
  ...show,
  import_key: keyOf(show),
  credits: (['cast', 'crew'] as const).flatMap((kind) => show.credits.filter((credit) => credit.kind === kind)),
});
const imported = async (csv: string) => {
  const { rows, refused } = await readImportFile(new TextEncoder().encode(csv), archiveKind, { names: [] });
  return { shows: rows.map(({ row }) => row), refused };
};

test('an exported archive is imported as the same shows, with cast and crew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(show, { maxLength: 5, selector: keyOf }), async (shows) => {
      expect(await imported(formatArchiveCsv(shows))).toEqual({ shows: shows.map(asImported), refused: [] });
    }),
    { numRuns: 500 },
  );
});

test('the key that a show got on import is exported and imported unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(show, async (show) => {
      const once = asImported({ ...show, import_key: null });
      expect((await imported(formatArchiveCsv([once]))).shows).toEqual([once]);
    }),
  );
});

test('importing the export of a society without shows adds nothing', async () => {
  expect(await imported(formatArchiveCsv([]))).toEqual({ shows: [], refused: [] });
});

test('an exported archive contains nothing that a spreadsheet would run', () => {
  fc.assert(
    fc.property(show, (show) => {
      const rows: string[][] = parse(formatArchiveCsv([show]), { bom: true });
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      // Simulates a parser that splits at semicolons and line ends, even inside quotation marks
      const pieces = formatArchiveCsv([show]).split(/[;\n]/);
      for (const piece of pieces) expect(piece).not.toMatch(/^"?[=+\-@]/);
    }),
  );
});
