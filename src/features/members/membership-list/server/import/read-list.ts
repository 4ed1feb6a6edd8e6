import { cellOf, readSheet } from '#platform/server/formats/read-sheet.ts';
import { createColumnMatcher, type Headings, SheetError, type SheetKind } from '#platform/server/formats/sheet.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import {
  type KnownPlan,
  memberColumnAliases,
  type PaperColumn,
  type PaperRow,
  PaperRowError,
  parsePaperRow,
} from '../../paper-list.ts';

/** More than any society's list has. */
export const maxMemberListBytes = 2 * 1024 * 1024;

const columns = createColumnMatcher<PaperColumn>(memberColumnAliases);
const hasName = (has: (column: PaperColumn) => boolean) => has('name') || (has('first name') && has('last name'));

const list: SheetKind<PaperColumn> = {
  hasHeadings: (cells) => {
    const found = new Set(cells.map((cell) => columns.match(cell)));
    return hasName((column) => found.has(column));
  },
  readHeadings: (names): Headings<PaperColumn> => {
    const headings = columns.matchAll(names);
    const has = (column: PaperColumn) => headings.places.has(column);
    if (!hasName(has)) {
      throw new SheetError('The first line should name the columns, but none of them is the name. Call one “name”.');
    }
    if (!has('until') && !has('paid on')) {
      throw new SheetError('None of the columns says when a membership is paid until. Call one “until” or “paid on”.');
    }
    return headings;
  },
  maxBytes: maxMemberListBytes,
  mostRows: 2_000,
  tooLarge: 'The file is larger than 2 MB, which is too big for a list of members.',
  noText: 'This file isn’t text. Save the list as .xlsx or as “CSV UTF-8”.',
  splitFileHint: 'Split it into smaller files and import each one.',
};

export interface ReadPaperList {
  rows: PaperRow[];
  refused: { line: number; column: string; reason: string }[];
  /** Headings that mean nothing here. */
  unused: string[];
}

/**
 * Reads a list of members.
 * @throws SheetError when it can't be used as a whole
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
      read.rows.push(parsePaperRow(row.line, (column) => cellOf(headings, row, column), known));
    } catch (fault) {
      if (!(fault instanceof PaperRowError)) throw fault;
      const column = headings.names[headings.places.get(fault.column) ?? -1] ?? fault.column;
      read.refused.push({ line: row.line, column, reason: fault.message });
    }
  }
  read.refused.sort((a, b) => a.line - b.line);
  return read;
}
