export { guardedShow, mayLookAt } from './access.ts';

import { readSettings } from '#features/society/server/index.ts';
import { auditAbout } from '#platform/server/audit/index.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import type { Look } from '../contract.ts';
import { lookedAtMember } from './reveal-contacts.ts';

/** Who looked at the visitor's own emergency contact and when, newest first. */
export async function looksOf({ db, visitor }: { db: PageRequest['db']; visitor: { id: string } }): Promise<Look[]> {
  const { timeZone } = await readSettings(db);
  const entries = await auditAbout(db, visitor.id, { action: lookedAtMember, count: 100 });
  return entries.map(({ id, at, actor_id, actor_name, detail }) => ({
    id,
    when: momentInWords(withOffset(at, timeZone)),
    who: actor_id === visitor.id ? 'You' : actor_name,
    show: detail,
  }));
}
