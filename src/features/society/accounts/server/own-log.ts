import { readSettings } from '#features/society/settings/server/index.ts';
import { createActionFormatter, listAuditEntriesAbout } from '#platform/server/audit/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { OwnLogEntry } from '../contract.ts';

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

interface LabelledEntry {
  actor_id: string;
  actor_name: string;
  /** The label of the action. */
  what: string;
  detail: string;
}

/** Formats an entry of the audit log as a sentence for the member it is about. `member` is that member's id. */
export function formatOwnLogEntry({ actor_id, actor_name, what, detail }: LabelledEntry, member: string): string {
  const about = detail === '' ? '' : ` (${detail})`;
  if (actor_id === member) return `You ${what.replace(/\btheir\b/g, 'your')}${about}`;
  return `${actor_name || 'The site'} ${what.replace(/\ba member’s\b/g, 'your')}${about}`;
}
