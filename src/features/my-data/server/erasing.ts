import { recordAudit } from '../../../platform/server/audit/index.ts';
import { type Database, type Writing, write } from '../../../platform/server/database/index.ts';
import { type Id, newId } from '../../../platform/server/ids.ts';
import type { Job } from '../../../platform/server/jobs.ts';
import type { PersonalData } from '../../../platform/server/personal-data.ts';
import type { Instant } from '../../../platform/shared/dates.ts';
import { findUser } from '../../accounts/server/index.ts';
import { nameThatStays } from '../shown-name.ts';
import { holderOf } from './holder.ts';
import { dueErasures, findErasure, forgetErasure, forgetUser } from './store.ts';

interface Parts {
  db: Database;
  data: readonly PersonalData[];
}

/**
 * Erases the accounts whose thirty days are up, each in one write: whole, or not yet. One that can't be erased keeps
 * no other from it.
 */
export async function eraseDue({ db, data }: Parts, now: string): Promise<void> {
  const faults: unknown[] = [];
  for (const { user_id } of await dueErasures(db.read, now)) {
    const auditId = newId();
    await write(db, (tx) => eraseOne(tx, { userId: user_id, data, now, auditId })).catch((fault) => faults.push(fault));
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Some accounts could not be erased.');
}

async function eraseOne(
  tx: Writing,
  { userId, data, now, auditId }: { userId: Id; data: Parts['data']; now: Instant; auditId: Id },
): Promise<void> {
  const [erasure, user] = [await findErasure(tx, userId), await findUser(tx, userId)];
  // Its owner may have signed in a moment ago, or an admin have opened it again
  if (!erasure || !user || erasure.due_at > now) return;
  if (user.status !== 'deactivated') return forgetErasure(tx, userId);
  const holder = await holderOf(tx, user);
  const shownName = nameThatStays(holder.name, erasure.shown_as);
  for (const { erase } of data) await erase?.(tx, holder, { shownName });
  await forgetUser(tx, userId);
  await recordAudit(tx, { id: auditId, at: now, action: 'erased an account', subject: userId });
}

/** Looks once an hour; several processes may. */
export const erasing = ({ clock, ...parts }: Parts & { clock: () => Date }): Job => ({
  name: 'erasing accounts',
  everyMs: 3_600_000,
  run: () => eraseDue(parts, clock().toISOString()),
});
