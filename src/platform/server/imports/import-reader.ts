import { readFile } from 'node:fs/promises';
import {
  type AddNote,
  type CellNote,
  type CellReader,
  type ImportQuestion,
  RowError,
} from '#platform/shared/calls/imports.ts';
import { runCooperatively, yieldToEventLoop } from '../background/event-loop.ts';
import { handleWorkerTasks } from '../background/handle-worker-tasks.ts';
import { createWorkerPool, type WorkerPoolOptions, WorkerTaskError } from '../background/worker-pool.ts';
import { formatRejectedRows, getCell, type RejectedSheetRow, readSheet } from '../formats/read-sheet.ts';
import { rejectedRowHeadings, type SheetColumn, SheetError, type SheetKind } from '../formats/sheet.ts';
import { refuse } from '../http/errors/http-error.ts';

/** The whole file, used to decide how its cells are read. */
export interface SheetColumnReader<Column extends string> {
  has: (column: Column) => boolean;
  /** Lists the cells of a column. */
  list: (column: Column) => string[];
  /** The answers to the import's questions, by the questions' keys. */
  answers: ReadonlyMap<string, string>;
}

/** One kind of import: its columns and limits, and the way its rows are read. A worker uses it to read the file. */
export interface ImportKind<Column extends string, Row, Context = undefined, Summary = undefined>
  extends SheetKind<Column> {
  /** Returns a function that parses one row at a time, and throws a RowError for a rejected row. */
  createRowParser: (
    context: Context,
    sheet: SheetColumnReader<Column>,
  ) => (cell: CellReader<Column>, line: number, addNote: AddNote<Column>) => Row;
  /** Returns the questions that the file's cells raise, each with the answer that the cells suggest. */
  findQuestions?: (sheet: Omit<SheetColumnReader<Column>, 'answers'>, context: Context) => ImportQuestion[];
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

/** Replaces each suggested answer with the user's, if that is one of the options. */
function answerQuestions(questions: readonly ImportQuestion[], answers: readonly string[]): ImportQuestion[] {
  return questions.map((question) => {
    const given = answers.find((answer) => answer.startsWith(`${question.key}=`))?.slice(question.key.length + 1);
    const isOption = question.options.some(({ value }) => value === given);
    return isOption && given !== undefined ? { ...question, answer: given } : question;
  });
}

/**
 * The maximum number of characters of JSON to parse at once, so that parsing delays no other work. A longer row is a
 * piece of its own.
 */
const pieceCharacters = 64 * 1024;

interface ImportTask<Context> {
  /** The file's path, or the pasted text. */
  source: { path: string } | { text: string };
  context: Context;
  chosen: readonly string[];
  /** The answers to the questions about the file, each as `key=value`. */
  answers?: readonly string[];
}

/**
 * A file that can't be used as a whole: the reason, the file's columns if they could be read, and the columns that such
 * a file can have.
 */
export interface UnusableImport {
  unusable: string;
  columns: SheetColumn[];
  choices: string[];
}

/** The content of a file, with the columns it could have. */
export type UsableImport<Row, Summary = undefined> = ImportContent<Row, Summary> & { choices: string[] };

/** The result of a worker's task, with the rows, rejected rows and remarks as JSON in pieces. */
type ImportTaskResult<Row, Summary> =
  | UnusableImport
  | (Omit<UsableImport<Row, Summary>, 'rows' | 'refused' | 'notes'> & {
      rows: string[];
      refused: string[];
      notes: string[];
    });

function splitIntoPieces(rows: readonly object[]): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let size = 0;
  const end = () => {
    if (piece.length > 0) pieces.push(`[${piece.join()}]`);
    piece = [];
    size = 0;
  };
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (size + json.length > pieceCharacters) end();
    piece.push(json);
    size += json.length;
  }
  end();
  return pieces;
}

async function parsePieces<Item>(pieces: readonly string[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const piece of pieces) {
    items.push(...(JSON.parse(piece) as Item[]));
    await yieldToEventLoop();
  }
  return items;
}

/** Makes a worker program read files of one kind. The program needs no other code. */
export function handleImportTasks<Column extends string, Row, Context, Summary>(
  kind: ImportKind<Column, Row, Context, Summary>,
): void {
  const choices = Object.keys(kind.columns);
  handleWorkerTasks(
    async ({ source, context, chosen, answers }: ImportTask<Context>): Promise<ImportTaskResult<Row, Summary>> => {
      try {
        const bytes = 'path' in source ? await readFile(source.path) : Buffer.from(source.text);
        const { rows, refused, notes, ...content } = await readImportFile(bytes, kind, context, chosen, answers);
        return {
          ...content,
          choices,
          rows: splitIntoPieces(rows),
          refused: splitIntoPieces(refused),
          notes: splitIntoPieces(notes),
        };
      } catch (error) {
        if (error instanceof SheetError) return { unusable: error.message, columns: error.columns, choices };
        throw error;
      }
    },
  );
}

/**
 * Returns the result of reading a user's file in a worker.
 *
 * @throws HttpError if the user's earlier file is still being read, too many files wait, or the reading took too much
 * time or memory
 */
async function runWorkerTask<Answer>(
  reading: Promise<Answer>,
  { crowded, tooMuch }: { crowded: string; tooMuch: string },
): Promise<Answer> {
  try {
    return await reading;
  } catch (fault) {
    if (!(fault instanceof WorkerTaskError)) throw fault;
    if (fault.reason === 'several') {
      refuse(429, 'We’re still reading what you sent earlier. Send this again once that’s done.');
    }
    if (fault.reason === 'crowded') refuse(503, crowded);
    return refuse(400, tooMuch, { file: tooMuch });
  }
}

/**
 * Returns a function that reads files in a worker, one at a time, so that a malicious spreadsheet can't exhaust the
 * server's CPU or memory. `program` is a module that calls `handleImportTasks`; `sender` is the user's id.
 */
export function createImportReader<Row, Context, Summary = undefined>(
  program: URL,
  options: Pick<WorkerPoolOptions, 'as' | 'taskTimeoutMs' | 'maxHeapMb'>,
) {
  const read = createWorkerPool<ImportTask<Context>, ImportTaskResult<Row, Summary>>(program, {
    ...options,
    maxQueued: 5,
    maxQueuedPerUser: 1,
    maxWaitMs: 2 * options.taskTimeoutMs,
  });
  return async (task: ImportTask<Context>, sender: string): Promise<UnusableImport | UsableImport<Row, Summary>> => {
    const result = await runWorkerTask(read(task, sender), {
      crowded: 'Other files are being imported at the moment. Please try again in a few minutes.',
      tooMuch: 'This is too much to read in one go. Split it into smaller parts and import each part.',
    });
    if ('unusable' in result) return result;
    const [rows, refused] = [
      await parsePieces<UsableImport<Row>['rows'][number]>(result.rows),
      await parsePieces<RejectedSheetRow>(result.refused),
    ];
    return { ...result, rows, refused, notes: await parsePieces<CellNote>(result.notes) };
  };
}

/** Returns the response to a file that can't be used as a whole. */
export const buildUnusableImportResponse = ({ unusable, columns, choices }: UnusableImport) =>
  ({ code: 400, msg: unusable, fields: { file: unusable }, columns, column_choices: choices }) as const;

/**
 * Combines the rejected rows of a file with those rejected after reading, by line and under the file's own headings. A
 * row with several faults is returned only once, so that importing the file of rejected rows doesn't import the row
 * twice.
 */
export function combineRejectedRows(
  { columns, rows, refused }: Pick<ImportContent<unknown, unknown>, 'columns' | 'rows' | 'refused'>,
  later: readonly { line: number; column: string; reason: string }[],
): RejectedSheetRow[] {
  const headings = new Map(columns.map(({ column, heading }) => [column, heading]));
  const cells = new Map(rows.map((row) => [row.line, row.cells]));
  const rejected = [...Map.groupBy(later, ({ line }) => line)].map(([line, faults]) => ({
    line,
    column: [...new Set(faults.map(({ column }) => headings.get(column) ?? column))].join(', '),
    reason: [...new Set(faults.map(({ reason }) => reason))].join('; '),
    cells: cells.get(line) ?? [],
  }));
  return [...refused, ...rejected].sort((a, b) => a.line - b.line);
}

/** Returns the fields that the reports of all imports have, given all rejected rows. */
export async function buildImportReport(
  { columns, choices }: Pick<UsableImport<unknown, unknown>, 'columns' | 'choices'>,
  refused: readonly RejectedSheetRow[],
) {
  const names = columns.map(({ heading }) => heading);
  const rejected_csv = refused.length === 0 ? '' : await runCooperatively(formatRejectedRows(names, refused));
  return { columns, column_choices: choices, rejected_csv };
}

/**
 * Returns the rows with skipped cells as rejected rows, except those that were rejected anyway. If such a row is
 * corrected and imported again, its skipped cells are filled in.
 */
export function listRowsWithSkippedCells(
  { columns, rows, notes }: Pick<ImportContent<unknown, unknown>, 'columns' | 'rows' | 'notes'>,
  refused: readonly RejectedSheetRow[],
): RejectedSheetRow[] {
  const isRefused = new Set(refused.map(({ line }) => line));
  const skipped = notes.filter(({ kind, line }) => kind === 'skipped' && !isRefused.has(line));
  return combineRejectedRows({ columns, rows, refused: [] }, skipped);
}
