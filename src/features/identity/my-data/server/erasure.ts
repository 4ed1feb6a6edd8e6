import { z } from 'zod';
import { formatErasedName } from '#features/society/accounts/erased-name.ts';
import {
  deleteErasure,
  deleteUser,
  erasureKind,
  findErasure,
  findUser,
  listAdminEmails,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { deterministicId, type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { deleteJobs } from '#platform/server/jobs/job-store.ts';
import { composeEmail, queueMail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { findDataSubject } from './holder.ts';

interface Parts {
  db: Database;
  data: readonly PersonalData[];
  /** The address that the society's pages begin with. */
  home: () => string;
  clock: () => Date;
}

/** Erases an account when its thirty days are up, in one write. */
export const defineErasureJob = ({ db, data, clock, home }: Parts): JobHandler =>
  defineJob(
    { kind: erasureKind, name: 'Erasing an account', payload: z.object({ user: z.string() }) },
    async (task) => {
      const some = { userId: task.payload.user, data, now: clock().toISOString(), auditId: newId(), home: home() };
      await write(db, (tx) => eraseOne(tx, some));
      // Delete the job's row too: it would reveal that the account existed
      return (tx) => deleteJobs(tx, erasureKind, [task.key]);
    },
  );

async function eraseOne(
  tx: DbTransaction,
  { userId, data, now, auditId, home }: { userId: Id; data: Parts['data']; now: Instant; auditId: Id; home: string },
): Promise<void> {
  const [erasure, user] = [await findErasure(tx, userId), await findUser(tx, userId)];
  // Its owner may just have signed in, or an admin have opened it again
  if (!erasure || !user || erasure.due_at > now) return;
  if (user.status !== 'deactivated') return deleteErasure(tx, userId);
  const holder = await findDataSubject(tx, user);
  const shownName = formatErasedName(holder.name, erasure.shown_as);
  const toLookAt: string[] = [];
  for (const one of data) toLookAt.push(...((await one.toLookAt?.(tx, holder)) ?? []));
  for (const { eraseFirst } of data) await eraseFirst?.(tx, holder, { shownName, at: now });
  for (const { erase } of data) await erase?.(tx, holder, { shownName, at: now });
  await deleteUser(tx, userId);
  await recordAudit(tx, { id: auditId, at: now, action: 'account.erased', detail: toLookAt.join(' ') });
  if (toLookAt.length > 0) await tellAdmins(tx, { toLookAt, home, at: now, id: auditId });
}

/** Asks the admins to check pictures that may still name the person, without giving the name. */
async function tellAdmins(
  tx: DbTransaction,
  { toLookAt, home, at, id }: { toLookAt: readonly string[]; home: string; at: Instant; id: Id },
): Promise<void> {
  const { siteName } = await readSettings(tx);
  const mail = composeEmail({
    subject: 'An erased member may still be named with some pictures',
    before: [
      'An account has been erased at its owner’s request. The texts of these pictures may still name them, and only you can tell. Please check, and remove the name where it’s theirs:',
    ],
    addresses: toLookAt.map((path) => `${home}${path}`),
    after: ['The audit log has the same list.'],
    siteName,
  });
  for (const [place, to] of (await listAdminEmails(tx)).entries()) {
    await queueMail(tx, {
      id: deterministicId(`erased ${id} ${place}`),
      idempotencyKey: `erased ${id} ${place}`,
      to,
      fromName: siteName,
      ...mail,
      at,
    });
  }
}
