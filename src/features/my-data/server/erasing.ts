import { recordAudit } from '../../../platform/server/audit/index.ts';
import { type Database, write } from '../../../platform/server/database/index.ts';
import { newId } from '../../../platform/server/ids.ts';
import type { Job } from '../../../platform/server/jobs.ts';
import type { PersonalData } from '../../../platform/server/personal-data.ts';
import { nameThatStays } from '../shown-name.ts';
import { dueErasures, findErasure, forgetErasure, forgetUser } from './store.ts';

interface Parts {
  db: Database;
  data: readonly PersonalData[];
}

/** Erases the accounts whose thirty days are up, each in one write: whole, or not yet. */
export async function eraseDue({ db, data }: Parts, now: string): Promise<void> {
  for (const user of await dueErasures(db.read, now)) {
    const holder = { id: user.id, email: user.email, name: `${user.firstname} ${user.lastname}`.trim() };
    const shownName = nameThatStays(holder.name, user.shown_as);
    const auditId = newId();
    await write(db, async (tx) => {
      // An admin may have opened the account again, or the owner signed in a moment ago
      const still = await findErasure(tx, user.id);
      if (!still || still.due_at > now) return;
      if (user.status !== 'deactivated') return forgetErasure(tx, user.id);
      for (const { erase } of data) await erase?.(tx, holder, { shownName });
      await forgetUser(tx, user.id);
      await recordAudit(tx, { id: auditId, at: now, action: 'erased an account', subject: user.id });
    });
  }
}

/** Looks once an hour; several processes may. */
export const erasing = ({ clock, ...parts }: Parts & { clock: () => Date }): Job => ({
  name: 'erasing accounts',
  everyMs: 3_600_000,
  run: () => eraseDue(parts, clock().toISOString()),
});
