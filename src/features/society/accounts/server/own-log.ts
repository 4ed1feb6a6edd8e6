import { readSettings } from '#features/society/settings/server/index.ts';
import { createActionFormatter, listAuditEntriesAbout } from '#platform/server/audit/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatOwnLogEntry, type OwnLogEntry } from '../own-log.ts';

/** Lists the last fifty entries of the audit log about the visitor, newest first. */
export async function listOwnLog(
  { db, visitor }: Pick<PageRequest, 'db' | 'visitor'>,
  { all }: Pick<Services, 'all'>,
): Promise<OwnLogEntry[]> {
  const formatAction = createActionFormatter(all('auditActions'));
  const { timeZone } = await readSettings(db);
  const entries = await listAuditEntriesAbout(db, visitor.id, { count: 50 });
  return entries.map((entry) => ({
    id: entry.id,
    when: formatDateTime(formatIsoWithOffset(entry.at, timeZone)),
    what: formatOwnLogEntry({ ...entry, what: formatAction(entry.action) }, visitor.id),
    address: entry.actor_id === visitor.id ? entry.address : '',
  }));
}
