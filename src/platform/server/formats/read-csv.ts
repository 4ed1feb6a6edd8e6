import { CsvError, type Info, parse } from 'csv-parse/sync';
import { cleanLine } from '#platform/shared/text.ts';
import { unguardCell } from './csv.ts';
import { CsvFault, type Headings } from './csv-columns.ts';

/** A file with more unreadable lines than this is not damaged but something else. */
const mostUnreadable = 100;

/** What a file of one kind is: how its columns are found, and how much of it there can be. */
export interface CsvKind<Column extends string> {
  /** Whether a line names the columns that every such file needs. */
  hasHeadings: (cells: readonly string[]) => boolean;
  /** @throws CsvFault when they can't be used */
  readHeadings: (names: string[]) => Headings<Column>;
  mostBytes: number;
  mostRows: number;
  /** What is said of a file with more bytes, of one that is no text, and what to do about one with more rows. */
  tooLarge: string;
  noText: string;
  inParts: string;
}

/** A row with its line in the file, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** A row that is not imported. `column` is the heading as the file writes it, or "column 11" for one without. */
export interface Refusal extends CsvRow {
  column: string;
  reason: string;
}

export interface CsvContent<Column extends string> {
  headings: Headings<Column>;
  rows: CsvRow[];
  refused: Refusal[];
}

/**
 * Reads a CSV file: UTF-8, with or without byte order mark, separated by commas, semicolons or tabs. Rows whose cells
 * don't match the headings are refused; blank rows are skipped.
 * @throws CsvFault when the file as a whole can't be read
 */
export function readCsv<Column extends string>(bytes: Uint8Array, kind: CsvKind<Column>): CsvContent<Column> {
  const text = decode(bytes, kind);
  const delimiter = findDelimiter(text, kind);
  const [first, ...records] = readRecords(text, delimiter, kind);
  if (first === undefined) throw new CsvFault('The file is empty.');
  if (first.broken !== undefined)
    throw new CsvFault(`The headings in line ${first.line} can’t be read: a quotation mark is out of place.`);
  const headings = kind.readHeadings(first.cells.map(cleanLine));
  const rows: CsvRow[] = [];
  const refused: Refusal[] = [];
  for (const { line, lastLine, cells, broken } of records) {
    const ragged = raggedness(cells, headings.names.length, line, lastLine);
    const fault =
      broken ??
      (ragged === undefined ? undefined : { reason: ragged, place: Math.min(cells.length, headings.names.length) });
    if (fault)
      refused.push({
        line,
        cells,
        column: headings.names[fault.place] || `column ${fault.place + 1}`,
        reason: fault.reason,
      });
    else if (cells.some((cell) => cleanLine(cell) !== '')) {
      rows.push({ line, cells: cells.slice(0, headings.names.length).map(unguardCell) });
    }
  }
  return { headings, rows, refused };
}

/** The cell for a meaning as the file has it, "" without such a column. */
export function cellOf<Column extends string>(headings: Headings<Column>, row: CsvRow, column: Column): string {
  const place = headings.places.get(column);
  return place === undefined ? '' : (row.cells[place] ?? '');
}

function decode(bytes: Uint8Array, { mostBytes, tooLarge, noText }: Limits): string {
  if (bytes.length > mostBytes) throw new CsvFault(tooLarge);
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw new CsvFault('The file is saved as UTF-16 (“Unicode text”). Save it as “CSV UTF-8” and try again.');
  }
  if ((a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf)) {
    throw new CsvFault('The file is a spreadsheet, not CSV. Save it as “CSV UTF-8” and try again.');
  }
  if (bytes.includes(0)) throw new CsvFault(noText);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CsvFault(
      'The file is not saved as UTF-8, so its accents and quotes would come out wrong. Save it as “CSV UTF-8” and try again.',
    );
  }
}

/** The separator with which the first line names the columns; else a comma, and the headings are refused later. */
function findDelimiter(text: string, { hasHeadings }: Pick<CsvKind<string>, 'hasHeadings'>): string {
  const start = text.slice(0, 10_000).trimStart();
  const firstLine = start.slice(0, lineLength(start));
  return [',', ';', '\t'].find((delimiter) => hasHeadings(readLoosely(firstLine, delimiter))) ?? ',';
}

type Limits = Omit<CsvKind<string>, 'readHeadings' | 'hasHeadings'>;

interface CsvRecord extends CsvRow {
  lastLine: number;
  /** Why the line can't be read as CSV, and in which of its cells. */
  broken?: { reason: string; place: number };
}

const lineEnd = /\r\n|\n|\r/g;
const countLineEnds = (text: string) => text.match(lineEnd)?.length ?? 0;
const lineLength = (text: string) => {
  const end = text.search(/[\r\n]/);
  return end === -1 ? text.length : end;
};
const shape = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, skip_empty_lines: true };

/**
 * The records with their line numbers. A misplaced quotation mark would swallow everything after it, so only its own
 * line is given up, and reading goes on with the next.
 */
function readRecords(text: string, delimiter: string, { mostRows, inParts }: Limits): CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  let offset = 0;
  let unreadable = 0;
  const take = (cells: string[], { raw }: Info & { raw: string }) => {
    if (records.length > mostRows) {
      throw new CsvFault(`The file has more than ${mostRows.toLocaleString('en-GB')} rows. ${inParts}`);
    }
    const blanks = /^[\r\n]*/.exec(raw)?.[0] ?? '';
    const first = line + countLineEnds(blanks);
    const body = raw.slice(blanks.length);
    records.push({ line: first, lastLine: first + countLineEnds(body.trimEnd()), cells });
    line = first + countLineEnds(body);
    offset += raw.length;
  };
  for (;;) {
    try {
      parse(text.slice(offset), { ...shape, delimiter, info: true, raw: true, on_record: onRecord(take) });
      return records;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      unreadable += 1;
      if (unreadable > mostUnreadable)
        throw new CsvFault(`The file is not CSV: more than ${mostUnreadable} of its lines can’t be read.`);
    }
    const rest = text.slice(offset);
    const blanks = /^[\r\n]*/.exec(rest)?.[0] ?? '';
    const body = rest.slice(blanks.length);
    const own = body.slice(0, lineLength(body));
    line += countLineEnds(blanks);
    records.push({ line, lastLine: line, ...mend(own, delimiter) });
    const end = /^(?:\r\n|\n|\r)/.exec(body.slice(own.length))?.[0] ?? '';
    line += end === '' ? 0 : 1;
    offset += blanks.length + own.length + end.length;
  }
}

type Take = (cells: string[], info: Info & { raw: string }) => void;

/** csv-parse hands over each record with its raw text, and stores nothing. */
const onRecord = (take: Take) => (found: unknown) => {
  const { record, info, raw } = found as { record: string[]; info: Info; raw: string };
  take(record, { ...info, raw });
  return null;
};

/** A line such as `The "Scottish" Play,1987` breaks the rules of CSV but has only one meaning; others can't be read. */
function mend(line: string, delimiter: string): Pick<CsvRecord, 'cells' | 'broken'> {
  const cells = line.split(delimiter);
  if (cells.every((cell) => !cell.startsWith('"'))) return { cells: readLoosely(line, delimiter) };
  const reason = 'a quotation mark is out of place, so the row can’t be told from those below it';
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

function raggedness(cells: string[], wanted: number, line: number, lastLine: number): string | undefined {
  const extra = cells.slice(wanted).some((cell) => cleanLine(cell) !== '');
  if (cells.length === wanted || (cells.length > wanted && !extra)) return undefined;
  if (cells.length === 1 && cleanLine(cells[0] ?? '') === '') return undefined;
  const where = lastLine > line ? `the row runs on to line ${lastLine} and ` : 'the row ';
  return `${where}has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} where the headings have ${wanted}`;
}
