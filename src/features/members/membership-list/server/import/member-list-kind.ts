import type { ImportKind } from '#platform/server/imports/import-kind.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import {
  type KnownPlan,
  memberColumnAliases,
  type PaperListColumn,
  type PaperListRow,
  parsePaperListRow,
} from '../../paper-list.ts';

/** The context in which a list of members is read. */
export interface MemberListContext {
  plans: readonly KnownPlan[];
  today: CalendarDate;
}

/** A society's own list of members. The limits are above the size of any society. */
export const memberListKind: ImportKind<PaperListColumn, PaperListRow, MemberListContext> = {
  columns: memberColumnAliases,
  required: [
    [['name'], ['first name', 'last name']],
    [['until'], ['paid on']],
  ],
  subject: 'a list of members',
  maxBytes: 2 * 1024 * 1024,
  mostRows: 2_000,
  createRowParser: (context) => (cell, line) => parsePaperListRow(line, cell, context),
};
