import { cellOf, readSheet } from '#platform/server/formats/read-sheet.ts';
import { createColumnMatcher, type Headings, SheetError, type SheetKind } from '#platform/server/formats/sheet.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { fold } from '#platform/shared/text/text.ts';
import {
  columnAliases,
  type ExternalOrderRow,
  InvalidRowError,
  type OrderColumn,
  parseExternalOrderRow,
} from '../external-order-list.ts';

export const maxListBytes = 1024 * 1024;

const columns = createColumnMatcher<OrderColumn>(columnAliases);
const isList = (has: (column: OrderColumn) => boolean) => has('reference') && (has('name') || has('last name'));

const list: SheetKind<OrderColumn> = {
  hasHeadings: (cells) => {
    const found = new Set(cells.map((cell) => columns.match(cell)));
    return isList((column) => found.has(column));
  },
  readHeadings: (names): Headings<OrderColumn> => {
    const headings = columns.matchAll(names);
    if (!isList((column) => headings.places.has(column))) {
      throw new SheetError('The first line must name the columns. Two are required: call them “reference” and “name”.');
    }
    return headings;
  },
  maxBytes: maxListBytes,
  mostRows: 1_000,
  tooLarge: 'The file is larger than 1 MB, which is too large for a list of orders.',
  noText: 'This file isn’t text. Save the list as .xlsx or as “CSV UTF-8”.',
  splitFileHint: 'Import it in parts.',
};

/** The content of an external shop's list. */
export interface ExternalOrderList {
  rows: ExternalOrderRow[];
  refused: { line: number; column: string; reason: string }[];
  /** `fold` of the references of those rows. */
  unread: string[];
  /** Headings that mean nothing here. */
  unused: string[];
  /** The file's own headings, by their meaning. */
  written: Partial<Record<OrderColumn, string>>;
}

/**
 * Reads an external shop's list.
 * @throws SheetFault if it can't be used as a whole
 */
export async function readOrders(bytes: Uint8Array): Promise<ExternalOrderList> {
  const { headings, rows, refused } = await readSheet(bytes, list);
  const written: ExternalOrderList['written'] = {};
  for (const [column, at] of headings.places) written[column] = headings.names[at] ?? column;
  const read: ExternalOrderList = {
    ...{ rows: [], unread: [], unused: headings.unused, written },
    refused: refused.map(({ line, column, reason }) => ({ line, column, reason })),
  };
  for (const row of rows) {
    try {
      read.rows.push(parseExternalOrderRow(row.line, (column) => cellOf(headings, row, column)));
    } catch (fault) {
      if (!(fault instanceof InvalidRowError)) throw fault;
      read.unread.push(fold(cleanLine(cellOf(headings, row, 'reference'))));
      read.refused.push({ line: row.line, column: written[fault.column] ?? fault.column, reason: fault.message });
    }
  }
  return read;
}
