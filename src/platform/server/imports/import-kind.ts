import { type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import { getCell, type RefusedRow, readSheet } from '../formats/read-sheet.ts';
import { rejectedRowHeadings, type SheetColumn, type SheetKind } from '../formats/sheet.ts';

/** One kind of import: its columns and limits, and how its rows are read. A worker reads the file with it. */
export interface ImportKind<Column extends string, Row, Context = undefined, Summary = undefined>
  extends SheetKind<Column> {
  /** Returns a function that parses one row at a time and throws a RowError for a row it rejects. */
  createRowParser: (context: Context) => (cell: CellReader<Column>, line: number) => Row;
  /** Returns findings about the rows as a whole. */
  summarise?: (rows: readonly Row[], context: Context) => Summary;
}

/** The content of a file to import. */
export interface ImportContent<Row, Summary = undefined> {
  columns: SheetColumn[];
  /** Headings that match no column. */
  unused: string[];
  rows: { line: number; cells: string[]; row: Row }[];
  /** The rejected rows, in the order of the file. */
  refused: RefusedRow[];
  summary: Summary | undefined;
}

/**
 * Reads a file to import. `chosen` has a person's choice for each column, or is empty.
 * @throws SheetError if the file can't be used as a whole
 */
export async function readImport<Column extends string, Row, Context, Summary>(
  bytes: Uint8Array,
  kind: ImportKind<Column, Row, Context, Summary>,
  context: Context,
  chosen: readonly string[] = [],
): Promise<ImportContent<Row, Summary>> {
  const { headings, columns, rows, refused } = await readSheet(bytes, kind, chosen);
  const parseRow = kind.createRowParser(context);
  const content: ImportContent<Row, Summary> = { columns, unused: [], rows: [], refused, summary: undefined };
  for (const { line, cells } of rows) {
    try {
      content.rows.push({ line, cells, row: parseRow((column) => getCell(headings, { line, cells }, column), line) });
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      const column = headings.names[headings.places.get(error.column as Column) ?? -1] ?? error.column;
      refused.push({ line, cells, column, reason: error.message });
    }
  }
  refused.sort((a, b) => a.line - b.line);
  content.unused = columns.flatMap(({ heading, column }) =>
    column !== '' || heading === '' || rejectedRowHeadings.includes(heading.toLowerCase()) ? [] : [heading],
  );
  content.summary = kind.summarise?.(
    content.rows.map(({ row }) => row),
    context,
  );
  return content;
}
