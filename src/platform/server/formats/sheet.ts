/** The file can't be used at all; `message` is one sentence for the person who chose it. Nothing has changed. */
export class SheetError extends Error {}

export interface Headings<Column extends string> {
  /** Column names as the file writes them. */
  names: string[];
  /** The column of each meaning, from 0. */
  places: Map<Column, number>;
  /** Headings that we don't know; their cells are ignored. */
  unused: string[];
}

/** The description of one kind of file: how its columns are found, and its limits. */
export interface SheetKind<Column extends string> {
  /** Returns true if a row has the column headings that every such file needs. */
  hasHeadings: (cells: readonly string[]) => boolean;
  /** @throws SheetError when they can't be used */
  readHeadings: (names: string[]) => Headings<Column>;
  /** The size of the file as it is sent, and of the text in its cells. */
  maxBytes: number;
  mostRows: number;
  /** The messages for a file with too many bytes, for one that isn't text, and for one with too many rows. */
  tooLarge: string;
  noText: string;
  splitFileHint: string;
}

/** A row with its line in the file, or its number in the workbook: from 1. */
export interface SheetRow {
  line: number;
  cells: string[];
}

/** A row of a file, unchanged. */
export interface SheetRecord extends SheetRow {
  lastLine: number;
  /** The reason why it can't be read, and the index of the cell. */
  broken?: { reason: string; place: number };
}

/** The message for a file with more rows than its kind may have. */
export const tooManyRows = ({
  mostRows,
  splitFileHint: inParts,
}: Pick<SheetKind<string>, 'mostRows' | 'splitFileHint'>) =>
  new SheetError(`The file has more than ${mostRows.toLocaleString('en-GB')} rows. ${inParts}`);

const folded = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Finds columns by their meaning: each under its own name, or an alternative one. Names are compared without case,
 * blanks, dashes or underscores.
 */
export function createColumnMatcher<Column extends string>(meanings: Readonly<Record<Column, readonly string[]>>) {
  const byName = new Map<string, Column>();
  for (const column of Object.keys(meanings) as Column[]) {
    for (const name of [column, ...meanings[column]]) byName.set(folded(name), column);
  }
  return {
    match: (heading: string): Column | undefined => byName.get(folded(heading)),
    /**
     * Matches the headings of a file by meaning. Columns in `ours` are ignored without a note.
     * @throws SheetError when two columns mean the same
     */
    matchAll(names: string[], ours: readonly string[] = []): Headings<Column> {
      const places = new Map<Column, number>();
      const unused: string[] = [];
      names.forEach((name, matchAll) => {
        const column = byName.get(folded(name));
        const earlier = column === undefined ? undefined : places.get(column);
        if (earlier !== undefined) {
          throw new SheetError(
            `Two columns are both read as the ${column}: “${names[earlier]}” and “${name}”. Remove one and try again.`,
          );
        }
        if (column !== undefined) places.set(column, matchAll);
        else if (name !== '' && !ours.includes(name.toLowerCase())) unused.push(name);
      });
      return { names, places, unused };
    },
  };
}
