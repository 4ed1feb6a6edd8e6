import { cleanLine } from '#platform/shared/text/clean-line.ts';

/** Thrown for a file that can't be used at all. The message is for the person who chose the file. */
export class SheetError extends Error {
  /**
   * The columns of a file whose headings can't be used, so that a person can choose the meaning of each; [] for other
   * errors.
   */
  columns: SheetColumn[] = [];
}

/** A column of a file, and the field that it is read as; "" if it is ignored. */
export interface SheetColumn {
  /** The heading as written in the file. */
  heading: string;
  column: string;
  /** The first non-empty cell in the rows below the heading, shortened; "" if the first fifty have none. */
  sample: string;
}

export interface Headings<Column extends string> {
  /** Column names as written in the file. */
  names: string[];
  /** The position of each column that was found, counted from 0. */
  places: Map<Column, number>;
  /** The positions of further headings of repeatable columns. */
  morePlaces: Map<number, Column>;
}

/** The description of one kind of file: how its columns are found, and its limits. */
export interface SheetKind<Column extends string> {
  /**
   * The columns, each with other headings that mean the same. Only the letters and digits of a heading count,
   * regardless of case and accents.
   */
  columns: Readonly<Record<Column, readonly string[]>>;
  /** The columns that every file needs: one alternative of each group. */
  required: readonly (readonly (readonly Column[])[])[];
  /** The columns that several headings may name. Their cells are joined as lines. */
  repeatable?: readonly Column[];
  /** Decides the meaning of ambiguous columns once all headings are matched. @throws SheetError */
  settle?: (places: Map<Column, number>) => void;
  /** The kind of file, for messages: "a list of members". */
  subject: string;
  /** The maximum size of the file in bytes, and of the text in its cells in characters. */
  maxBytes: number;
  maxRows: number;
}

/** The parts of a `SheetKind` that are needed to read the cells. */
export type SheetReadingRules = Omit<SheetKind<string>, 'settle'>;

/** A row, with its line in a CSV file or its row number in a workbook's sheet, counted from 1. */
export interface SheetRow {
  line: number;
  cells: string[];
}

/** A row of a file, before it is compared with the headings. */
export interface SheetRecord extends SheetRow {
  lastLine: number;
  /** The reason why the row can't be read, and the index of the cell. */
  broken?: { reason: string; place: number };
  /** True for a row of a workbook, in which cells have fixed columns and empty cells at the end are missing. */
  isGrid?: boolean;
  /** True if the row has cells beyond the maximum number of columns, which aren't read. */
  isTooWide?: boolean;
}

/** The headings are searched for in this many rows at the top. A title or a note may be above them. */
export const maxHeadingSearchRows = 20;

/** The maximum number of columns. It is limited, because a person may have to choose the meaning of each. */
export const maxSheetColumns = 200;

/** The maximum length of a heading; a longer one is cut. */
export const maxHeadingLength = 200;

/** Creates the error for a file with more columns than can be read; `what` is "file" or "sheet". */
export const createTooManyColumnsError = (what: 'file' | 'sheet') =>
  new SheetError(
    `The ${what} has more than ${maxSheetColumns} columns. Keep only the columns you want to import, and try again.`,
  );

const mebibyte = 1024 * 1024;

/** Creates the error for a file with more bytes, or more text in its cells, than its kind may have. */
export const createFileTooLargeError = ({ maxBytes, subject }: Pick<SheetReadingRules, 'maxBytes' | 'subject'>) =>
  new SheetError(
    `The file has more than ${maxBytes / mebibyte} MB of content, which is too big for ${subject}. Split it into smaller files and import each one.`,
  );

/** Creates the error for a file with more rows than its kind may have. */
export const createTooManyRowsError = ({ maxRows }: Pick<SheetReadingRules, 'maxRows'>) =>
  new SheetError(
    `The file has more than ${maxRows.toLocaleString('en-GB')} rows. Split it into smaller files and import each one.`,
  );

/** The headings that a file of rejected rows has in front of those of the imported file. */
export const rejectedRowHeadings: readonly string[] = ['line', 'column', 'reason'];

const foldHeading = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Matches each heading with a column; "" for a heading that matches none. */
export function matchColumns<Column extends string>(
  names: readonly string[],
  { columns }: Pick<SheetKind<Column>, 'columns'>,
): (Column | '')[] {
  const byHeading = new Map<string, Column>();
  for (const column of Object.keys(columns) as Column[]) {
    for (const name of [column, ...columns[column]]) byHeading.set(foldHeading(name), column);
  }
  // "Email (optional)" is the column "email"
  const withoutRemark = (name: string) => name.replace(/\([^()]*\)/g, '');
  return names.map((name) => byHeading.get(foldHeading(name)) ?? byHeading.get(foldHeading(withoutRemark(name))) ?? '');
}

const isFound = <Column>(group: readonly (readonly Column[])[], has: (column: Column) => boolean) =>
  group.some((alternative) => alternative.every(has));

/** Counts the required columns that a row of headings names. */
export function countMatchedRequiredColumns<Column extends string>(
  cells: readonly string[],
  kind: Pick<SheetKind<Column>, 'columns' | 'required'>,
): number {
  const found = new Set<string>(matchColumns(cells, kind));
  return kind.required.filter((group) => isFound(group, (column) => found.has(column))).length;
}

/** Counts the required columns that each of the first rows names, and returns the largest count. */
export const countRequiredColumnsOfBestRow = (
  records: readonly Pick<SheetRecord, 'cells'>[],
  kind: Pick<SheetKind<string>, 'columns' | 'required'>,
): number =>
  Math.max(0, ...records.slice(0, maxHeadingSearchRows).map(({ cells }) => countMatchedRequiredColumns(cells, kind)));

/**
 * Finds the index of the row with the headings. Of the first rows, this is the one that names the most required
 * columns; if none names any, it is the first row that isn't only a title. Returns 0 if there is no such row.
 */
export function findHeadingRowIndex(
  records: readonly SheetRecord[],
  kind: Pick<SheetKind<string>, 'columns' | 'required'>,
): number {
  const top = records.slice(0, maxHeadingSearchRows);
  const most = countRequiredColumnsOfBestRow(top, kind);
  const isHeadings = ({ cells, broken }: SheetRecord) =>
    most > 0
      ? countMatchedRequiredColumns(cells, kind) === most
      : !broken && cells.filter((cell) => cell.trim() !== '').length > 1;
  const found = top.findIndex(isHeadings);
  // A broken first row is reported, unless the headings are clearly below it
  return found === -1 || (most === 0 && top[0]?.broken) ? 0 : found;
}

/** Matches a cell that can't be a heading: a number, a date, an email address or a URL. */
const value = /^(?:[\d.,:/-]*\d[\d.,:/-]*|\S+@\S+\.\S+|https?:\/\/.*)$/i;

/**
 * Returns true if the row in the place of the headings is a row of data, so that the file has no headings. Such a row
 * names no column, and has a cell that can't be a heading, such as a number, or a cell that is repeated in the same
 * column of a row below.
 */
export function isDataRow<Column extends string>(
  row: SheetRecord,
  below: readonly SheetRecord[],
  kind: Pick<SheetKind<Column>, 'columns'>,
): boolean {
  if (matchColumns(row.cells, kind).some((column) => column !== '')) return false;
  return row.cells
    .map(cleanLine)
    .some(
      (cell, place) =>
        cell !== '' &&
        (value.test(cell) ||
          below.slice(0, maxHeadingSearchRows).some(({ cells }) => cleanLine(cells[place] ?? '') === cell)),
    );
}

/** Quotes a column's heading; a column without one is named by its number, "column 2". */
const quoteHeading = (names: readonly string[], place: number) =>
  names[place] ? `“${names[place]}”` : `column ${place + 1}`;

/**
 * Finds the position of each column: by the headings or, if a person has chosen, by `chosen`, which has the column of
 * each heading ("" to ignore it).
 *
 * @throws SheetError if two headings mean the same, a required column is missing, or the choice is for another file
 */
export function findColumns<Column extends string>(
  names: string[],
  kind: SheetKind<Column>,
  chosen: readonly string[] = [],
): Headings<Column> {
  const isColumn = (name: string): name is Column => Object.hasOwn(kind.columns, name);
  if (chosen.length > 0 && chosen.length !== names.length) {
    throw new SheetError('The columns were chosen for another file. Preview this one first.');
  }
  const columns =
    chosen.length > 0 ? chosen.map((name) => (isColumn(name) ? name : '')) : matchColumns<Column>(names, kind);
  const places = new Map<Column, number>();
  const morePlaces = new Map<number, Column>();
  columns.forEach((column, place) => {
    if (column === '') return;
    const earlier = places.get(column);
    if (earlier !== undefined && kind.repeatable?.includes(column)) {
      morePlaces.set(place, column);
      return;
    }
    if (earlier !== undefined) {
      throw new SheetError(
        `Two columns are both read as the ${column}: ${quoteHeading(names, earlier)} and ${quoteHeading(names, place)}. Ignore or remove one of them and try again.`,
      );
    }
    places.set(column, place);
  });
  kind.settle?.(places);
  const missing = kind.required.filter((group) => !isFound(group, (column) => places.has(column)));
  if (missing.length > 0) {
    const names = missing.map((group) =>
      group.map((alternative) => alternative.map((column) => `“${column}”`).join(' and ')).join(' or '),
    );
    throw new SheetError(`One of the first lines should name the columns, but there’s no ${names.join(' and no ')}.`);
  }
  return { names, places, morePlaces };
}

/** Finds the positions of the columns that exactly one heading names. */
export function findUnambiguousColumns<Column extends string>(
  names: readonly string[],
  kind: SheetKind<Column>,
): Map<Column, number> {
  const columns = matchColumns(names, kind);
  const places = columns.map((column, place) => [column, place] as const);
  return new Map(
    places.flatMap(([column, place]) =>
      column !== '' && columns.indexOf(column) === columns.lastIndexOf(column) ? [[column, place] as const] : [],
    ),
  );
}

/** Describes the columns of a file, each with the field that it is read as. */
export function describeColumns(
  names: readonly string[],
  places: ReadonlyMap<string, number>,
  rows: readonly SheetRow[],
  morePlaces: ReadonlyMap<number, string> = new Map(),
): SheetColumn[] {
  const columns = new Map(morePlaces);
  // A heading's own meaning takes precedence over a meaning that `settle` gave to the same column
  for (const [column, place] of places) if (!columns.has(place)) columns.set(place, column);
  return describeColumnsWithMeanings(
    names,
    names.map((_, place) => columns.get(place) ?? ''),
    rows,
  );
}

/**
 * Describes the columns of a file. `columns` has the field for each: the one that it is read as, or that a person has
 * chosen.
 */
export function describeColumnsWithMeanings(
  names: readonly string[],
  columns: readonly string[],
  rows: readonly SheetRow[],
): SheetColumn[] {
  return names.map((heading, place) => {
    const sample = rows.slice(0, 50).find(({ cells }) => cleanLine(cells[place] ?? '') !== '')?.cells[place] ?? '';
    return { heading, column: columns[place] ?? '', sample: cleanLine(sample).slice(0, 60) };
  });
}
