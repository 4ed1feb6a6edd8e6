import { auditAbout } from '../../../platform/server/audit/index.ts';
import type { Reading } from '../../../platform/server/database/index.ts';
import { momentInWords, withOffset } from '../../../platform/shared/dates.ts';
import type { Look } from '../contract.ts';
import { lookedAtMember } from './look.ts';

/** Who looked at a member's emergency contact and when, newest first, for that member to see. */
export async function looksAt(db: Reading, userId: string, timeZone: string): Promise<Look[]> {
  const entries = await auditAbout(db, userId, { action: lookedAtMember, count: 100 });
  return entries.map(({ id, at, actor_id, actor_name, detail }) => ({
    id,
    when: momentInWords(withOffset(at, timeZone)),
    who: actor_id === userId ? 'You' : actor_name,
    show: detail,
  }));
}
