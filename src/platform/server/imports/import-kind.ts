import {
  type AddNote,
  type CellNote,
  type CellReader,
  type ImportQuestion,
  RowError,
} from '#platform/shared/calls/imports.ts';
import { getCell, type RejectedSheetRow, readSheet } from '../formats/read-sheet.ts';
import { rejectedRowHeadings, type SheetColumn, type SheetKind } from '../formats/sheet.ts';

/** The whole file, used to decide how its cells are read. */
export interface SheetView<Column extends string> {
  has: (column: Column) => boolean;
  /** Lists the cells of a column. */
  list: (column: Column) => string[];
  /** The answers to the kind's questions, by key. */
  answers: ReadonlyMap<string, string>;
}

/** One kind of import: its columns and limits, and the way its rows are read. A worker uses it to read the file. */
export interface ImportKind<Column extends string, Row, Context = undefined, Summary = undefined>
  extends SheetKind<Column> {
  /** Returns a function that parses one row at a time, and throws a RowError for a rejected row. */
  createRowParser: (
    context: Context,
    sheet: SheetView<Column>,
  ) => (cell: CellReader<Column>, line: number, addNote: AddNote<Column>) => Row;
  /** Returns the questions that the file's cells raise, each with the answer that the cells suggest. */
  findQuestions?: (sheet: Omit<SheetView<Column>, 'answers'>, context: Context) => ImportQuestion[];
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
  refused: RejectedSheetRow[];
  /** Remarks on cells of rows that aren't rejected. */
  notes: CellNote[];
  questions: ImportQuestion[];
  summary: Summary | undefined;
}

/**
 * Reads a file to import. `chosen` contains the user's choice for each column, or is empty; `answers` contains the
 * user's answers to the questions, each as `key=value`.
 * @throws SheetError if the file can't be used as a whole
 */
export async function readImportFile<Column extends string, Row, Context, Summary>(
  bytes: Uint8Array,
  kind: ImportKind<Column, Row, Context, Summary>,
  context: Context,
  chosen: readonly string[] = [],
  answers: readonly string[] = [],
): Promise<ImportContent<Row, Summary>> {
  const { headings, columns, rows, refused } = await readSheet(bytes, kind, chosen);
  const has = (column: Column) => headings.places.has(column);
  const list = (column: Column) => rows.map((row) => getCell(headings, row, column));
  const questions = answerQuestions(kind.findQuestions?.({ has, list }, context) ?? [], answers);
  const sheet = { has, list, answers: new Map(questions.map(({ key, answer }) => [key, answer])) };
  const parseRow = kind.createRowParser(context, sheet);
  const nameOf = (column: Column) => {
    const more = [...headings.morePlaces].flatMap(([place, one]) => (one === column ? [place] : []));
    const names = [headings.places.get(column) ?? -1, ...more].map((place) => headings.names[place] || column);
    return names.join(', ');
  };
  const content: ImportContent<Row, Summary> = {
    ...{ columns, unused: [], rows: [], refused, notes: [], questions, summary: undefined },
  };
  for (const { line, cells } of rows) {
    const notes: CellNote[] = [];
    const addNote: AddNote<Column> = (column, kind, reason) =>
      void notes.push({ line, column: nameOf(column), kind, reason });
    try {
      const row = parseRow((column) => getCell(headings, { line, cells }, column), line, addNote);
      content.rows.push({ line, cells, row });
      content.notes.push(...notes);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      const fault = { line, column: nameOf(error.column as Column), reason: error.message };
      if (error.isPartOfAnother) content.notes.push({ ...fault, kind: 'read' });
      else refused.push({ ...fault, cells });
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

/** Replaces suggested answers with those that a person gave. */
function answerQuestions(questions: readonly ImportQuestion[], answers: readonly string[]): ImportQuestion[] {
  return questions.map((question) => {
    const given = answers.find((answer) => answer.startsWith(`${question.key}=`))?.slice(question.key.length + 1);
    const isOption = question.options.some(({ value }) => value === given);
    return isOption && given !== undefined ? { ...question, answer: given } : question;
  });
}
