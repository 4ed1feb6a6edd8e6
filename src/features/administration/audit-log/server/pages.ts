import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditCursor, type AuditFilter, listAuditPage, listAuditValues } from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { ROWS_PER_LONG_PAGE, ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import { auditPath, auditQueryKeys } from '../audit-query.ts';
import type { AuditLog } from '../contract.ts';
import {
  type AuditLabels,
  findAuditPage,
  parseCursor,
  parseFormerAuditQuery,
  resolveFilters,
  toAuditEntries,
} from './audit-page.ts';

const access = mayUse('admin');

export function registerAuditLogPages({ page, resource }: Platform, labels: AuditLabels): void {
  page(auditPath, { type: 'audit_log', access, query: [...auditQueryKeys, 'older', 'newer', 'length'] }, (visit) =>
    buildAuditLogPage(visit, labels),
  );

  resource(`${auditPath}.csv`, { access, query: auditQueryKeys }, async ({ db, query }) => {
    const { timeZone } = await readSettings(db);
    const { filter } = await resolveFilters(db, parseFormerAuditQuery(query), { timeZone, labels });
    return createCsvResponse('audit-log.csv', createCsvLines(db, filter, { timeZone, labels }));
  });
}

async function buildAuditLogPage({ db, query }: PageRequest, labels: AuditLabels): Promise<AuditLog> {
  const { timeZone } = await readSettings(db);
  const auditQuery = parseFormerAuditQuery(query);
  const { filter, note } = await resolveFilters(db, auditQuery, { timeZone, labels });
  const position = { older: parseCursor(query.get('older')), newer: parseCursor(query.get('newer')) };
  const isLong = query.get('length') === 'long';
  const size = isLong ? ROWS_PER_LONG_PAGE : ROWS_PER_PAGE;
  const { rows, older, newer } = filter
    ? await findAuditPage(db, filter, { ...position, size })
    : { rows: [], older: '', newer: '' };
  const actions = (await listAuditValues(db, 'action')).map((action) => ({
    action,
    words: labels.actionLabel(action),
  }));
  return {
    type: 'audit_log',
    title: 'Audit log',
    asked: auditQuery,
    actions: actions.sort((a, b) => (a.words < b.words ? -1 : 1)),
    about_name: (await labels.findSubjectNames(db, [auditQuery.about])).get(auditQuery.about) ?? '',
    note,
    entries: await toAuditEntries(db, rows, { timeZone, labels }),
    is_long: isLong,
    older,
    newer,
  };
}

const columns = ['when', 'who', 'what', 'detail', 'about', 'about (id)', 'from'];
const rowsPerQuery = 1000;

/** Yields the headings, then every match. Reads in batches, because there may be very many. */
async function* createCsvLines(
  db: DbReader,
  filter: AuditFilter | null,
  options: { timeZone: string; labels: AuditLabels },
): AsyncGenerator<string[]> {
  yield columns;
  if (!filter) return;
  let place: AuditCursor | undefined;
  do {
    const rows = await listAuditPage(db, filter, { towards: 'older', place, count: rowsPerQuery });
    for (const entry of await toAuditEntries(db, rows, options)) {
      yield [
        formatCsvDateTime(entry.at, 'second'),
        entry.who,
        entry.what,
        entry.detail,
        entry.about_name,
        entry.about,
        entry.address,
      ];
    }
    place = rows.length === rowsPerQuery ? rows.at(-1) : undefined;
  } while (place);
}
