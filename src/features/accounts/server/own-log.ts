import { readSettings } from '#features/society/server/index.ts';
import { auditAbout } from '#platform/server/audit/index.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { entryInWords, type OwnLogEntry } from '../own-log.ts';

/** The audit log's entries about the visitor, newest first. */
export async function ownLog({ db, visitor }: Pick<PageRequest, 'db' | 'visitor'>): Promise<OwnLogEntry[]> {
  const { timeZone } = await readSettings(db);
  const entries = await auditAbout(db, visitor.id, { count: 50 });
  return entries.map((entry) => ({
    id: entry.id,
    when: momentInWords(withOffset(entry.at, timeZone)),
    what: entryInWords(entry, visitor.id),
    address: entry.actor_id === visitor.id ? entry.address : '',
  }));
}
