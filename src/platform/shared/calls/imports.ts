import { z } from 'zod';
import { declareCall } from './calls.ts';
import { id, instant } from './schemas.ts';

/** The reason why a row of a file can't be imported, and the column at fault. */
export class RowError<Column extends string = string> extends Error {
  readonly column: Column;
  /** True if the row isn't rejected, but is imported as part of another row. */
  readonly isPartOfAnother: boolean;

  constructor(column: Column, reason: string, { isPartOfAnother = false } = {}) {
    super(reason);
    this.column = column;
    this.isPartOfAnother = isPartOfAnother;
  }
}

/** Returns the text of a row's cell as the file has it; "" if there is no such column. */
export type CellReader<Column extends string> = (column: Column) => string;

/**
 * A column of an imported file: its heading, the column that it is read as ("" if it is ignored), and the first text in
 * it.
 */
const ImportColumn = z.object({ heading: z.string(), column: z.string(), sample: z.string() });
export type ImportColumn = z.infer<typeof ImportColumn>;

/** A remark on a cell of a row that is imported. */
const CellNote = z.object({
  line: z.int(),
  /** The heading as the file has it. */
  column: z.string(),
  /**
   * `skipped`: the cell can't be read and isn't imported; `read`: the remark says how the cell was understood; `check`:
   * the cell looks wrong.
   */
  kind: z.enum(['skipped', 'read', 'check']),
  reason: z.string(),
});
export type CellNote = z.infer<typeof CellNote>;

/** Reports a remark on a cell of the row that is being read. The row is still imported. */
export type AddNote<Column extends string> = (column: Column, kind: CellNote['kind'], reason: string) => void;

/** A question about cells that can be read in more than one way. It is asked once for the whole file. */
const ImportQuestion = z.object({
  key: z.string(),
  question: z.string(),
  /** The first few of the cells that the question is about. */
  examples: z.array(z.string()),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** The value by which the file is read: the user's choice, or the value that the column's other cells suggest. */
  answer: z.string(),
});
export type ImportQuestion = z.infer<typeof ImportQuestion>;

const textList = z.union([z.array(z.string().max(60)).max(400), z.string().transform((text) => [text])]);

/** The answers to the questions of an import, each as `key=value`. */
export const importAnswers = textList.default([]);

/** The fields that every import sends with its file. */
export const importFields = {
  dry_run: z.enum(['0', '1']).default('1'),
  /** The meaning of each column of the file, in order ("" to ignore the column); [] to use the headings. */
  columns: z.union([z.array(z.string().max(60)).max(200), z.string().transform((column) => [column])]).default([]),
};

/** The parts of a report that are the same for every import. */
export const importReportFields = {
  columns: z.array(ImportColumn),
  /** The columns that a file of this kind can have. */
  column_choices: z.array(z.string()),
  /** The rejected rows as a CSV file, to correct and import again; "" if there are none. */
  rejected_csv: z.string(),
};

/** The parts of a report about rows whose cells are read one by one. */
export const importNoteFields = {
  /** Remarks on single cells. Of many remarks, only the first ones are included. */
  notes: z.array(CellNote),
  questions: z.array(ImportQuestion),
};

/** The response to a file whose headings can't be used. It lets a person choose the meaning of each column. */
export const UnusableFile = z.object({
  fields: z.object({ file: z.string() }),
  columns: z.array(ImportColumn),
  column_choices: z.array(z.string()),
});

const PastImport = z.object({
  id,
  file: z.string(),
  /** The person who imported the file; "" if unknown. */
  by: z.string(),
  at: instant,
  /** The number of rows that the import created or changed. */
  rows: z.int(),
  undone: z.boolean(),
});
export type PastImport = z.infer<typeof PastImport>;

/** Declares the call that lists the earlier imports of one kind. `subject` narrows the list, for example to a show. */
export const declareImportListCall = <const Path extends string>(path: Path) =>
  declareCall('GET', path, { query: ['subject'], answers: { 200: z.object({ imports: z.array(PastImport) }) } });

/** Declares the call that undoes an import, at a path with `:id`. A dry run only reports what would happen. */
export const declareImportUndoCall = <const Path extends string>(path: Path) =>
  declareCall('POST', path, {
    body: z.object({ dry_run: z.enum(['0', '1']).default('1') }),
    answers: {
      200: z.object({
        /** The names of the rows that are deleted or restored. */
        undone: z.array(z.string()),
        /** The rows that stay, because they have since been changed or are in use. */
        kept: z.array(z.object({ name: z.string(), reason: z.string() })),
      }),
    },
  });
