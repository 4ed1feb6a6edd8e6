import type { ImportKind } from '#platform/server/imports/import-reader.ts';
import { buildStatusQuestions } from '#platform/shared/calls/list-cells.ts';
import { buildListDateQuestions } from '#platform/shared/calls/list-dates.ts';
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
    ...buildListDateQuestions([...sheet.list('paid on'), ...sheet.list('until')]),
    ...buildStatusQuestions(sheet.list('status'), (text) => parseMemberStatus(text, plans)),
  ],
  createRowParser:
    (context, { answers }) =>
    (cell, line, addNote) =>
      parsePaperListRow(line, cell, context, addNote, answers),
};
