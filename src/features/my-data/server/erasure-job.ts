import {
  adminEmails,
  dueErasures,
  findErasure,
  findUser,
  forgetErasure,
  forgetUser,
} from '#features/accounts/server/index.ts';
import { nameThatStays } from '#features/accounts/shown-name.ts';
import { readSettings } from '#features/society/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import type { Job } from '#platform/server/background/jobs.ts';
import { type Id, idFrom, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type Writing, write } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { queueMail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { holderOf } from './holder.ts';

interface Parts {
  db: Database;
  data: readonly PersonalData[];
  /** The address that the society's pages begin with. */
  home?: () => string;
}

/**
 * Erases the accounts whose thirty days are up, each in one write. One that can't be erased doesn't stop the others.
 */
export async function eraseDue({ db, data, home = () => '' }: Parts, now: string): Promise<void> {
  const faults: unknown[] = [];
  for (const { user_id } of await dueErasures(db.read, now)) {
    const auditId = newId();
    const some = { userId: user_id, data, now, auditId, home: home() };
    await write(db, (tx) => eraseOne(tx, some)).catch((fault) => faults.push(fault));
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Some accounts could not be erased.');
}

async function eraseOne(
  tx: Writing,
  { userId, data, now, auditId, home }: { userId: Id; data: Parts['data']; now: Instant; auditId: Id; home: string },
): Promise<void> {
  const [erasure, user] = [await findErasure(tx, userId), await findUser(tx, userId)];
  // Its owner may just have signed in, or an admin have opened it again
  if (!erasure || !user || erasure.due_at > now) return;
  if (user.status !== 'deactivated') return forgetErasure(tx, userId);
  const holder = await holderOf(tx, user);
  const shownName = nameThatStays(holder.name, erasure.shown_as);
  const toLookAt: string[] = [];
  for (const one of data) toLookAt.push(...((await one.toLookAt?.(tx, holder)) ?? []));
  for (const { erase } of data) await erase?.(tx, holder, { shownName });
  await forgetUser(tx, userId);
  await recordAudit(tx, { id: auditId, at: now, action: 'erased an account', detail: toLookAt.join(' ') });
  if (toLookAt.length > 0) await tellAdmins(tx, { toLookAt, home, at: now, id: auditId });
}

/** Asks the admins to look where a name may remain, without naming it. */
async function tellAdmins(
  tx: Writing,
  { toLookAt, home, at, id }: { toLookAt: readonly string[]; home: string; at: Instant; id: Id },
): Promise<void> {
  const { siteName } = await readSettings(tx);
  const pages = toLookAt.map((path) => `${home}${path}`).join('\n');
  for (const [place, to] of (await adminEmails(tx)).entries()) {
    await queueMail(tx, {
      id: idFrom(`erased ${id} ${place}`),
      idempotencyKey: `erased ${id} ${place}`,
      to,
      fromName: siteName,
      subject: 'A name may still stand beside some pictures',
      text: `Hello,\n\nan account has been erased, as its owner asked. What is said of these pictures may still name them, and only you can tell. Please look, and take the name out where it is theirs:\n\n${pages}\n\nThe audit log has the same list.\n`,
      at,
    });
  }
}

/** Looks once an hour; several processes may do so at once. */
export const erasureJob = ({ clock, ...parts }: Parts & { clock: () => Date }): Job => ({
  name: 'erasing accounts',
  everyMs: 3_600_000,
  run: () => eraseDue(parts, clock().toISOString()),
});
