import { CsvError, type Info, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import {
  countRequiredColumnsOfBestRow,
  createTooManyRowsError,
  maxHeadingSearchRows,
  SheetError,
  type SheetReadingRules,
  type SheetRecord,
} from './sheet.ts';

/**
 * Matches text that a spreadsheet would run as a formula, even after leading apostrophes. A spreadsheet that splits
 * rows at semicolons, as in much of Europe, ignores our quotation marks, so text after a semicolon or a line break also
 * begins a cell.
 */
const formula = /(^|;)('*)([=+\-@\t\r＝＋－＠])|(\n)('*)([=+\-@＝＋－＠])/g;
const guarded = /(^|;)'('*)([=+\-@\t\r＝＋－＠])|(\n)'('*)([=+\-@＝＋－＠])/g;

/** Matches a negative amount. Every spreadsheet reads it as a number, which it must remain for sums. */
const negative = /^-\d+\.\d\d$/;

/** Escapes a cell for spreadsheets by putting an apostrophe before anything that would run as a formula. */
export const escapeFormula = (text: string): string =>
  negative.test(text) ? text : text.replace(formula, "$1$4'$2$5$3$6");

/** Reverses `escapeFormula`. */
export const unescapeFormula = (cell: string): string => cell.replace(guarded, '$1$4$2$5$3$6');

/**
 * Formats a phone number for a CSV file: digits are grouped, +44 becomes 0, and other country codes begin with 00. A
 * spreadsheet would read bare digits as a number and drop the leading zero, and "+" would begin a formula.
 */
export const formatCsvPhone = (phone: string): string =>
  phone
    .replace(/^\+44\s*(\(0\)\s*)?/, '0')
    .replace(/^\+\s*(?=\d)/, '00 ')
    .replace(/^\d[\d./-]+$/, (digits) => digits.replace(/\D/g, '').replace(/^(\d{5})(?=\d)/, '$1 '));

/**
 * Formats rows as a CSV file that spreadsheets open with the right accents (by the byte order mark) and without
 * formulas.
 */
export const formatCsv = (rows: readonly string[][]): string => `\ufeff${formatCsvRows(rows)}`;

/** Formats further rows of a CSV file that is written in parts. */
export function formatCsvRows(rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map(escapeFormula));
  return stringify(cells, { record_delimiter: '\r\n', quoted: true, quoted_empty: false });
}

/**
 * The maximum number of unreadable lines. A file with more lines like these isn't a damaged CSV file, but another kind
 * of file.
 */
const maxUnreadableLines = 100;

/**
 * Parses the records of a CSV file: UTF-8, with or without byte order mark, separated by commas, semicolons or tabs, or
 * as its first line says (`sep=|`).
 * @throws SheetError if the file as a whole can't be read
 */
export function parseCsv(bytes: Uint8Array, rules: SheetReadingRules): SheetRecord[] {
  const { text, delimiter } = removeSeparatorLine(decode(bytes));
  return readRecords(text, delimiter ?? findDelimiter(text, rules), rules);
}

function decode(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw new SheetError('The file is saved as UTF-16 (“Unicode text”). Save it as “CSV UTF-8” and try again.');
  }
  if (bytes.includes(0)) throw new SheetError('This isn’t a text file. Save it as .xlsx or as “CSV UTF-8”.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SheetError(
      'The file isn’t saved as UTF-8, so accents and quotation marks would come out wrong. Save it as “CSV UTF-8” and try again.',
    );
  }
}

/** Removes a first line such as `sep=;`, which tells Excel the separator. An empty line stays in its place. */
function removeSeparatorLine(text: string): { text: string; delimiter?: string } {
  const [line = '', delimiter] = /^\ufeff?"?sep=([,;\t|])"?[,;\t]*(?=[\r\n])/i.exec(text) ?? [];
  return delimiter === undefined ? { text } : { text: text.slice(line.length), delimiter };
}

/**
 * Finds the separator: the one with which a line near the top names the most required columns. If several are equal,
 * chooses the one that gives a line the most cells.
 */
function findDelimiter(text: string, rules: SheetReadingRules): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, maxHeadingSearchRows);
  const [best] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, rows: lines.map((line) => ({ cells: readLoosely(line, delimiter) })) }))
    .map(({ delimiter, rows }) => ({
      delimiter,
      named: countRequiredColumnsOfBestRow(rows, rules),
      count: Math.max(0, ...rows.map(({ cells }) => cells.length)),
    }))
    .sort((a, b) => b.named - a.named || b.count - a.count);
  return best?.delimiter ?? ',';
}

const lineEnd = /\r\n|\n|\r/g;
const countLineEnds = (text: string) => text.match(lineEnd)?.length ?? 0;
const lineLength = (text: string) => {
  const end = text.search(/[\r\n]/);
  return end === -1 ? text.length : end;
};
const shape = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, skip_empty_lines: true };

/** Matches headings that are aligned with blanks outside of their quotation marks: `"title"  , "date"`. */
const paddedQuotes = /^\ufeff?[ ]*"[^"]*" *[,;] *(?:"[^"]*" *[,;] *)*"[^"]*" *$/;

/**
 * Reads the records with their line numbers. After a misplaced quotation mark, everything would be read as one cell.
 * Therefore only that line is repaired or rejected, and reading continues with the next one.
 */
function readRecords(text: string, delimiter: string, limits: Pick<SheetReadingRules, 'maxRows'>): SheetRecord[] {
  const records: SheetRecord[] = [];
  let line = 1;
  let offset = 0;
  let unreadable = 0;
  const trims = paddedQuotes.test(text.slice(0, lineLength(text))) ? { trim: true } : {};
  const take = (cells: string[], { raw }: Info & { raw: string }) => {
    if (records.length > limits.maxRows + maxHeadingSearchRows) throw createTooManyRowsError(limits);
    const blanks = /^[\r\n]*/.exec(raw)?.[0] ?? '';
    const first = line + countLineEnds(blanks);
    const body = raw.slice(blanks.length);
    records.push({ line: first, lastLine: first + countLineEnds(body.trimEnd()), cells });
    line = first + countLineEnds(body);
    offset += raw.length;
  };
  for (;;) {
    try {
      parse(text.slice(offset), { ...shape, ...trims, delimiter, info: true, raw: true, on_record: onRecord(take) });
      return records;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      unreadable += 1;
      if (unreadable > maxUnreadableLines)
        throw new SheetError(`This isn’t a CSV file: more than ${maxUnreadableLines} of its lines can’t be read.`);
    }
    const rest = text.slice(offset);
    const blanks = /^[\r\n]*/.exec(rest)?.[0] ?? '';
    const body = rest.slice(blanks.length);
    const own = body.slice(0, lineLength(body));
    line += countLineEnds(blanks);
    records.push({ line, lastLine: line, ...repairLine(own, delimiter) });
    const end = /^(?:\r\n|\n|\r)/.exec(body.slice(own.length))?.[0] ?? '';
    line += end === '' ? 0 : 1;
    offset += blanks.length + own.length + end.length;
  }
}

type Take = (cells: string[], info: Info & { raw: string }) => void;

/**
 * Returns the callback for csv-parse, which passes each record with its raw text to `take`. csv-parse itself then
 * stores no records.
 */
const onRecord = (take: Take) => (found: unknown) => {
  const { record, info, raw } = found as { record: string[]; info: Info; raw: string };
  take(record, { ...info, raw });
  return null;
};

/**
 * Repairs a line such as `The "Scottish" Play,1987`, which breaks the rules of CSV but has only one meaning; other
 * broken lines can't be read.
 */
function repairLine(line: string, delimiter: string): Pick<SheetRecord, 'cells' | 'broken'> {
  const cells = line.split(delimiter);
  if (cells.every((cell) => !cell.startsWith('"'))) return { cells: readLoosely(line, delimiter) };
  const reason = 'a quotation mark is out of place, so we can’t tell where the row ends';
  const place = cells.findIndex((cell) => cell.startsWith('"') && !/^"(?:[^"]|"")*"$/.test(cell));
  return { cells: [line], broken: { reason, place: Math.max(place, 0) } };
}

function readLoosely(line: string, delimiter: string): string[] {
  try {
    const [cells = []] = parse(line, { ...shape, delimiter, relax_quotes: true, bom: true });
    return cells;
  } catch {
    return [line];
  }
}
