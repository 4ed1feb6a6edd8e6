import { readSettings } from '#features/society/server/index.ts';
import { auditAbout } from '#platform/server/audit/index.ts';
import type { Visit } from '#platform/server/http/page.ts';
import { momentInWords, withOffset } from '#platform/shared/dates.ts';
import { type Noted, notedInWords } from '../own-log.ts';

/** What the log says about the visitor, newest first. */
export async function notedAbout({ db, visitor }: Pick<Visit, 'db' | 'visitor'>): Promise<Noted[]> {
  const { timeZone } = await readSettings(db);
  const entries = await auditAbout(db, visitor.id, { count: 50 });
  return entries.map((entry) => ({
    id: entry.id,
    when: momentInWords(withOffset(entry.at, timeZone)),
    what: notedInWords(entry, visitor.id),
    address: entry.actor_id === visitor.id ? entry.address : '',
  }));
}
