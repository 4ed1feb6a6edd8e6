import { setImmediate } from 'node:timers/promises';
import { mayUse } from '#features/accounts/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { type AuditPlace, auditStretch, auditValues, type Sought } from '#platform/server/audit/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { csvForSpreadsheets, csvRows } from '#platform/server/formats/csv.ts';
import { csvMoment } from '#platform/server/http/csv-response.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { LONG_PAGE, ROWS_A_PAGE } from '#platform/shared/table.ts';
import type { AuditLog } from '../contract.ts';
import { auditKeys, auditPath, readAuditQuery } from '../query.ts';
import type { LogNames } from './log-names.ts';
import { inWords, lookingFor, placeIn, stretchOf } from './log-page.ts';

const access = mayUse('admin');

/** Who did what on the site, when and from where. Nothing here changes it. */
export function auditLogPages({ page, resource }: Platform, names: LogNames): void {
  page(auditPath, { type: 'audit_log', access, query: [...auditKeys, 'older', 'newer', 'length'] }, (visit) =>
    auditLog(visit, names),
  );

  resource(`${auditPath}.csv`, { access, query: auditKeys }, async ({ db, query }) => {
    const { timeZone } = await readSettings(db);
    const { sought } = await lookingFor(db, readAuditQuery(query), { timeZone, names });
    return {
      status: 200,
      contentType: 'text/csv; charset=utf-8',
      body: sought ? await asCsv(db, sought, { timeZone, names }) : csvForSpreadsheets([columns]),
      headers: { 'content-disposition': 'attachment; filename="audit-log.csv"', 'cache-control': 'no-store' },
    };
  });
}

async function auditLog({ db, query }: PageRequest, names: LogNames): Promise<AuditLog> {
  const { timeZone } = await readSettings(db);
  const auditQuery = readAuditQuery(query);
  const { sought, note } = await lookingFor(db, auditQuery, { timeZone, names });
  const place = { older: placeIn(query.get('older')), newer: placeIn(query.get('newer')) };
  const isLong = query.get('length') === 'long';
  const size = isLong ? LONG_PAGE : ROWS_A_PAGE;
  const { rows, older, newer } = sought
    ? await stretchOf(db, sought, { ...place, size })
    : { rows: [], older: '', newer: '' };
  const actions = (await auditValues(db, 'action')).map((action) => ({ action, words: names.actionInWords(action) }));
  return {
    type: 'audit_log',
    title: 'Audit log',
    asked: auditQuery,
    actions: actions.sort((a, b) => (a.words < b.words ? -1 : 1)),
    about_name: (await names.namesOf(db, [auditQuery.about])).get(auditQuery.about) ?? '',
    note,
    entries: await inWords(db, rows, { timeZone, names }),
    is_long: isLong,
    older,
    newer,
  };
}

const columns = ['when', 'who', 'what', 'detail', 'about', 'about (id)', 'from'];
const rowsAtOnce = 1000;

/** Every match, however many: other pages have their turn in between. */
async function asCsv(db: Reading, sought: Sought, how: { timeZone: string; names: LogNames }): Promise<string> {
  const parts = [csvForSpreadsheets([columns])];
  let place: AuditPlace | undefined;
  do {
    const rows = await auditStretch(db, sought, { towards: 'older', place, count: rowsAtOnce });
    const entries = await inWords(db, rows, how);
    parts.push(
      csvRows(
        entries.map((entry) => [
          csvMoment(entry.at, 'second'),
          entry.who,
          entry.what,
          entry.detail,
          entry.about_name,
          entry.about,
          entry.address,
        ]),
      ),
    );
    place = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
    await setImmediate();
  } while (place);
  return parts.join('');
}
