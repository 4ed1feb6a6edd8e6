import type { ImportKind } from '#platform/server/imports/import-reader.ts';
import { askAboutStatuses } from '#platform/shared/calls/list-cells.ts';
import { askAboutListDates } from '#platform/shared/calls/list-dates.ts';
import { parseMemberStatus, repeatableStatusColumns } from '../../member-status.ts';
import {
  memberColumnAliases,
  type PaperListColumn,
  type PaperListContext,
  type ParsedPaperListRow,
  parsePaperListRow,
} from '../../paper-list.ts';

/** The import of a society's own list of members. */
export const memberListKind: ImportKind<PaperListColumn, ParsedPaperListRow, PaperListContext> = {
  columns: memberColumnAliases,
  required: [
    [['name'], ['first name', 'last name']],
    [['until'], ['paid on']],
  ],
  subject: 'a list of members',
  maxBytes: 2 * 1024 * 1024,
  maxRows: 2_000,
  repeatable: repeatableStatusColumns,
  findQuestions: (sheet, { plans }) => [
    ...askAboutListDates([...sheet.list('paid on'), ...sheet.list('until')]),
    ...askAboutStatuses(sheet.list('status'), (text) => parseMemberStatus(text, plans)),
  ],
  createRowParser:
    (context, { answers }) =>
    (cell, line, addNote) =>
      parsePaperListRow(line, cell, context, addNote, answers),
};
