import { z } from 'zod';
import { declareCall } from './calls.ts';
import { id, instant } from './schemas.ts';

/** The reason why a row of a file can't be imported, and its column. */
export class RowError<Column extends string = string> extends Error {
  readonly column: Column;

  constructor(column: Column, reason: string) {
    super(reason);
    this.column = column;
  }
}

/** Returns the text of a row's cell as the file has it; "" if there is no such column. */
export type CellReader<Column extends string> = (column: Column) => string;

/**
 * A column of an imported file: its heading, the meaning that it is read as ("" if it is ignored), and the first text
 * in it.
 */
const ImportColumn = z.object({ heading: z.string(), column: z.string(), sample: z.string() });
export type ImportColumn = z.infer<typeof ImportColumn>;

/** The fields that every import sends with its file. */
export const importFields = {
  dry_run: z.enum(['0', '1']).default('1'),
  /** The meaning of each column of the file, in order ("" to ignore it); [] to go by the headings. */
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

/** The response to a file whose headings can't be used, so that a person can choose what its columns hold. */
export const UnusableFile = z.object({
  fields: z.object({ file: z.string() }),
  columns: z.array(ImportColumn),
  column_choices: z.array(z.string()),
});

/** An earlier import. */
const PastImport = z.object({
  id,
  file: z.string(),
  /** The person who imported it; "" if unknown. */
  by: z.string(),
  at: instant,
  /** The number of rows that the import created or changed. */
  rows: z.int(),
  undone: z.boolean(),
});
export type PastImport = z.infer<typeof PastImport>;

/** Declares the list of the earlier imports of one kind. `subject` narrows the list, for example to a show. */
export const declareImportList = <const Path extends string>(path: Path) =>
  declareCall('GET', path, { query: ['subject'], answers: { 200: z.object({ imports: z.array(PastImport) }) } });

/** Declares how an import is undone, at a path with `:id`. A dry run only says what would happen. */
export const declareImportUndo = <const Path extends string>(path: Path) =>
  declareCall('POST', path, {
    body: z.object({ dry_run: z.enum(['0', '1']).default('1') }),
    answers: {
      200: z.object({
        /** The names of the rows that are deleted or restored. */
        undone: z.array(z.string()),
        /** The rows that stay, because they have been changed since or are in use. */
        kept: z.array(z.object({ name: z.string(), reason: z.string() })),
      }),
    },
  });
