import { cellOf, readSheet } from '#platform/server/formats/read-sheet.ts';
import { columnsOf, type Headings, SheetFault, type SheetKind } from '#platform/server/formats/sheet.ts';
import type { CalendarDate } from '#platform/shared/dates.ts';
import { type Column, type KnownPlan, meanings, PaperFault, type PaperRow, paperRow } from '../../paper-list.ts';

/** More than any society's list has. */
export const largestList = 2 * 1024 * 1024;

const columns = columnsOf<Column>(meanings);
const hasName = (has: (column: Column) => boolean) => has('name') || (has('first name') && has('last name'));

const list: SheetKind<Column> = {
  hasHeadings: (cells) => {
    const found = new Set(cells.map((cell) => columns.meant(cell)));
    return hasName((column) => found.has(column));
  },
  readHeadings: (names): Headings<Column> => {
    const headings = columns.place(names);
    const has = (column: Column) => headings.places.has(column);
    if (!hasName(has)) {
      throw new SheetFault('The first line should name the columns, and none of them is the name. Call one “name”.');
    }
    if (!has('until') && !has('paid on')) {
      throw new SheetFault('None of the columns says until when somebody has paid. Call one “until”, or “paid on”.');
    }
    return headings;
  },
  mostBytes: largestList,
  mostRows: 2_000,
  tooLarge: 'The file is larger than 2 MB; a list of members never is.',
  noText: 'The file is not text but something else. Save the list as .xlsx or as “CSV UTF-8”.',
  inParts: 'Import it in parts.',
};

export interface ReadPaperList {
  rows: PaperRow[];
  refused: { line: number; column: string; reason: string }[];
  /** Headings that mean nothing here. */
  unused: string[];
}

/**
 * Reads a list of members.
 * @throws SheetFault when it can't be used as a whole
 */
export async function readPaperList(
  bytes: Uint8Array,
  known: { plans: readonly KnownPlan[]; today: CalendarDate },
): Promise<ReadPaperList> {
  const { headings, rows, refused } = await readSheet(bytes, list);
  const read: ReadPaperList = {
    rows: [],
    refused: refused.map(({ line, column, reason }) => ({ line, column, reason })),
    unused: headings.unused,
  };
  for (const row of rows) {
    try {
      read.rows.push(paperRow(row.line, (column) => cellOf(headings, row, column), known));
    } catch (fault) {
      if (!(fault instanceof PaperFault)) throw fault;
      const column = headings.names[headings.places.get(fault.column) ?? -1] ?? fault.column;
      read.refused.push({ line: row.line, column, reason: fault.message });
    }
  }
  read.refused.sort((a, b) => a.line - b.line);
  return read;
}
