import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditCursor, type AuditFilter, auditValues, listAuditPage } from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { LONG_PAGE, ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import { auditPath, auditQueryKeys } from '../audit-query.ts';
import type { AuditLog } from '../contract.ts';
import {
  type AuditLabels,
  findAuditPage,
  parseCursor,
  readAuditQuery,
  resolveFilters,
  toAuditEntries,
} from './audit-page.ts';

const access = mayUse('admin');

/** Registers the pages of the audit log: the actor, time and origin of each change. Nothing here changes it. */
export function registerAuditLogPages({ page, resource }: Platform, names: AuditLabels): void {
  page(auditPath, { type: 'audit_log', access, query: [...auditQueryKeys, 'older', 'newer', 'length'] }, (visit) =>
    auditLog(visit, names),
  );

  resource(`${auditPath}.csv`, { access, query: auditQueryKeys }, async ({ db, query }) => {
    const { timeZone } = await readSettings(db);
    const { sought } = await resolveFilters(db, readAuditQuery(query), { timeZone, names });
    return createCsvResponse('audit-log.csv', csvLines(db, sought, { timeZone, names }));
  });
}

async function auditLog({ db, query }: PageRequest, names: AuditLabels): Promise<AuditLog> {
  const { timeZone } = await readSettings(db);
  const auditQuery = readAuditQuery(query);
  const { sought, note } = await resolveFilters(db, auditQuery, { timeZone, names });
  const place = { older: parseCursor(query.get('older')), newer: parseCursor(query.get('newer')) };
  const isLong = query.get('length') === 'long';
  const size = isLong ? LONG_PAGE : ROWS_PER_PAGE;
  const { rows, older, newer } = sought
    ? await findAuditPage(db, sought, { ...place, size })
    : { rows: [], older: '', newer: '' };
  const actions = (await auditValues(db, 'action')).map((action) => ({ action, words: names.actionLabel(action) }));
  return {
    type: 'audit_log',
    title: 'Audit log',
    asked: auditQuery,
    actions: actions.sort((a, b) => (a.words < b.words ? -1 : 1)),
    about_name: (await names.namesOf(db, [auditQuery.about])).get(auditQuery.about) ?? '',
    note,
    entries: await toAuditEntries(db, rows, { timeZone, names }),
    is_long: isLong,
    older,
    newer,
  };
}

const columns = ['when', 'who', 'what', 'detail', 'about', 'about (id)', 'from'];
const rowsAtOnce = 1000;

/** Yields the names of the columns, then every match: read in batches, since there may be very many. */
async function* csvLines(
  db: DbReader,
  sought: AuditFilter | null,
  options: { timeZone: string; names: AuditLabels },
): AsyncGenerator<string[]> {
  yield columns;
  if (!sought) return;
  let place: AuditCursor | undefined;
  do {
    const rows = await listAuditPage(db, sought, { towards: 'older', place, count: rowsAtOnce });
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
    place = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  } while (place);
}
