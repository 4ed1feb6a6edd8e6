import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { formatCsvRows, parseCsv, unescapeFormula } from './csv.ts';
import {
  createFileTooLargeError,
  createTooManyColumnsError,
  createTooManyRowsError,
  describeColumns,
  describeColumnsWithMeanings,
  findColumns,
  findHeadingRowIndex,
  findUnambiguousColumns,
  type Headings,
  isDataRow,
  maxHeadingLength,
  maxSheetColumns,
  rejectedRowHeadings,
  type SheetColumn,
  SheetError,
  type SheetKind,
  type SheetReadingRules,
  type SheetRecord,
  type SheetRow,
} from './sheet.ts';

/**
 * A row that is not imported. `column` names the columns of the wrong cells, joined by ", ", with their headings as
 * written in the file. A column without a heading is named by the field that it is read as, or by its number, "column
 * 11".
 */
export interface RejectedSheetRow extends SheetRow {
  column: string;
  reason: string;
}

export interface SheetContent<Column extends string> {
  headings: Headings<Column>;
  /** Every column of the file, with the field that it is read as. */
  columns: SheetColumn[];
  rows: SheetRow[];
  refused: RejectedSheetRow[];
}

/**
 * Reads a spreadsheet: CSV, or Excel's .xlsx. Rows whose cells don't match the headings are refused; blank rows are
 * skipped. `chosen` contains a person's choice of each column's meaning, where the headings don't determine it.
 *
 * @throws SheetError when the file as a whole can't be read
 */
export async function readSheet<Column extends string>(
  bytes: Uint8Array,
  kind: SheetKind<Column>,
  chosen: readonly string[] = [],
): Promise<SheetContent<Column>> {
  if (bytes.length > kind.maxBytes) throw createFileTooLargeError(kind);
  return buildSheetContent(await parseRecords(bytes, kind), kind, chosen);
}

/** Reads the records. The content's beginning decides the kind of file, regardless of its name. */
async function parseRecords(bytes: Uint8Array, rules: SheetReadingRules): Promise<SheetRecord[]> {
  const [a, b] = bytes;
  if (a === 0x50 && b === 0x4b) {
    // An OpenDocument file begins with its type, uncompressed
    if (Buffer.from(bytes.subarray(0, 120)).includes('mimetypeapplication/vnd.oasis.opendocument')) {
      throw new SheetError(
        'This is an OpenDocument spreadsheet (.ods). In LibreOffice choose File, Save As and the file type “Excel 2007–365 (.xlsx)”, and import that file.',
      );
    }
    const { parseXlsx } = await import('./read-xlsx.ts');
    return parseXlsx(bytes, rules);
  }
  if (a === 0xd0 && b === 0xcf) {
    throw new SheetError(
      'The workbook is in the old .xls format or has a password. In Excel choose File, Save As and the type “Excel Workbook (.xlsx)”, without a password, and import that file.',
    );
  }
  return parseCsv(bytes, rules);
}

function buildSheetContent<Column extends string>(
  all: SheetRecord[],
  kind: SheetKind<Column>,
  chosen: readonly string[],
): SheetContent<Column> {
  const place = findHeadingRowIndex(all, kind);
  const first = all[place];
  if (first === undefined) throw new SheetError('The file is empty.');
  if (first.broken !== undefined && !first.isGrid)
    throw new SheetError(`The headings on line ${first.line} can’t be read: ${first.broken.reason}.`);
  if (first.isTooWide || first.cells.length > maxSheetColumns)
    throw createTooManyColumnsError(first.isGrid ? 'sheet' : 'file');
  const hasHeadings = !isDataRow(first, all.slice(place + 1), kind);
  const names = first.cells.map((cell) => (hasHeadings ? cleanLine(cell).slice(0, maxHeadingLength) : ''));
  const width = names.length;
  const lastNamed = names.findLastIndex((name) => name !== '');
  const records = all
    .slice(hasHeadings ? place + 1 : place)
    .map((record) => (record.isGrid ? fitToHeadings(record, width) : record));
  if (records.length > kind.maxRows) throw createTooManyRowsError(kind);
  const headings = findHeadings(names, records, kind, chosen);
  const rows: SheetRow[] = [];
  const refused: RejectedSheetRow[] = [];
  for (const { line, lastLine, cells, broken } of records) {
    // A row may be shorter than the headings if it lacks only cells below empty headings
    const isShort = cells.length < width && cells.length > lastNamed;
    const ragged = isShort ? undefined : findCellCountFault(cells, width, line, lastLine);
    const fault =
      broken ?? (ragged === undefined ? undefined : { reason: ragged, place: Math.min(cells.length, width) });
    if (fault)
      refused.push({
        line,
        cells,
        column: headings.names[fault.place] || `column ${fault.place + 1}`,
        reason: fault.reason,
      });
    else if (cells.some((cell) => cleanLine(cell) !== '')) {
      rows.push({ line, cells: Array.from({ length: width }, (_, column) => unescapeFormula(cells[column] ?? '')) });
    }
  }
  return { headings, columns: describeColumns(names, headings.places, rows, headings.morePlaces), rows, refused };
}

/** Returns a row of a workbook with one cell for each heading. Notes to the right of the table aren't read. */
function fitToHeadings({ broken, ...record }: SheetRecord, width: number): SheetRecord {
  const cells = Array.from({ length: width }, (_, column) => record.cells[column] ?? '');
  return { ...record, cells, ...(broken && broken.place < width && { broken }) };
}

function findHeadings<Column extends string>(
  names: string[],
  records: readonly SheetRow[],
  kind: SheetKind<Column>,
  chosen: readonly string[],
): Headings<Column> {
  try {
    return findColumns(names, kind, chosen);
  } catch (error) {
    if (error instanceof SheetError) {
      error.columns =
        chosen.length === names.length
          ? describeColumnsWithMeanings(names, chosen, records)
          : describeColumns(names, findUnambiguousColumns(names, kind), records);
    }
    throw error;
  }
}

/** The maximum total size of the rejected rows in a response, in characters. */
const maxRejectedCharacters = 1_000_000;

/**
 * Formats rejected rows as CSV, so that they can be corrected and imported again. Each has the line, column and reason,
 * then the row's own cells. Rows beyond `maxRejectedCharacters` are left out, and a last row says how many.
 */
export function* formatRejectedRows(
  names: readonly string[],
  refused: readonly RejectedSheetRow[],
): Generator<undefined, string> {
  // A corrected list that is imported again has these columns already
  const isOwn = names.map((name) => !rejectedRowHeadings.includes(name.toLowerCase()));
  const head = [...rejectedRowHeadings, ...names.filter((_, place) => isOwn[place])];
  let csv = `\ufeff${formatCsvRows([head])}`;
  for (const [index, { line, column, reason, cells }] of refused.entries()) {
    const row = formatCsvRows([[String(line), column, reason, ...cells.filter((_, place) => isOwn[place] ?? true)]]);
    if (csv.length + row.length > maxRejectedCharacters) {
      const left = refused.length - index;
      const note = `${left} more rejected ${left === 1 ? 'row doesn’t' : 'rows don’t'} fit here. Correct these first.`;
      return csv + formatCsvRows([['', '', note]]);
    }
    csv += row;
    yield;
  }
  return csv;
}

/**
 * Returns the row's cell in a column; "" if the file has no such column. If several headings name the column, the cells
 * that aren't blank are joined as lines.
 */
export function getCell<Column extends string>(headings: Headings<Column>, row: SheetRow, column: Column): string {
  const place = headings.places.get(column);
  if (place === undefined) return '';
  const more = [...headings.morePlaces].flatMap(([other, repeated]) => (repeated === column ? [other] : []));
  if (more.length === 0) return row.cells[place] ?? '';
  const cells = [place, ...more].map((one) => row.cells[one] ?? '');
  return cells.filter((cell) => cell.trim() !== '').join('\n');
}

function findCellCountFault(cells: string[], wanted: number, line: number, lastLine: number): string | undefined {
  const extra = cells.slice(wanted).some((cell) => cleanLine(cell) !== '');
  if (cells.length === wanted || (cells.length > wanted && !extra)) return undefined;
  if (cells.length === 1 && cleanLine(cells[0] ?? '') === '') return undefined;
  const where = lastLine > line ? `the row runs on to line ${lastLine} and ` : 'the row ';
  return `${where}has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} instead of ${wanted}, the number of headings`;
}
