import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditActionFormatter, listAuditEntriesAbout } from '#platform/server/audit/index.ts';
import { type Database, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { defineScheduledJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { type MemberAuditEntry, normaliseEmail } from '../contract.ts';
import { formatDevice, knownDeviceLifetimeMs } from './devices.ts';

/**
 * The data of the account itself. Deleting the user's row also deletes the permissions and links, so `erase` deletes
 * only registrations and invitations, which are found by the address.
 */
export const accountPersonalData: PersonalData = {
  name: 'account',
  tables: ['user', 'user_item', 'single_use_link', 'registration', 'invitation'],
  about: async (db, { id, email }) => {
    const user = await db
      .selectFrom('user')
      .select([
        'email',
        'firstname',
        'lastname',
        'phone_number',
        'e_con_name',
        'e_con_phone',
        'role',
        'status',
        'told_of_posts',
        'created_at',
        'updated_at',
        'last_signed_in_at',
      ])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!user) return {};
    const { e_con_name, e_con_phone, told_of_posts, ...rest } = user;
    return {
      id,
      ...rest,
      told_of_posts: told_of_posts === 1,
      emergency_contact: { name: e_con_name, number: e_con_phone },
      permissions_changed_by_an_admin: await db
        .selectFrom('user_item')
        .select(['item', 'allowed'])
        .where('user_id', '=', id)
        .orderBy('item')
        .execute(),
      registered: await db
        .selectFrom('registration')
        .select(['firstname', 'lastname', 'email', 'created_at'])
        .where('email_key', '=', normaliseEmail(email))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      invited: await db
        .selectFrom('invitation')
        .select(['firstname', 'lastname', 'email', 'role', 'created_at'])
        .where('email_key', '=', normaliseEmail(email))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      links_mailed: await db
        .selectFrom('single_use_link')
        .select(['purpose', 'created_at'])
        .where('user_id', '=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    };
  },
  erase: async (tx, { email }) => {
    const key = normaliseEmail(email);
    await tx.deleteFrom('registration').where('email_key', '=', key).execute();
    await tx.deleteFrom('invitation').where('email_key', '=', key).execute();
  },
};

export const sessionPersonalData: PersonalData = {
  name: 'devices',
  tables: ['session', 'known_device'],
  about: async (db, { id }) => {
    const sessions = await db
      .selectFrom('session')
      .select(['device', 'address', 'created_at', 'last_used_at', 'expires_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const known = await db
      .selectFrom('known_device')
      .select('last_used_at')
      .where('user_id', '=', id)
      .orderBy('last_used_at')
      .execute();
    return {
      signed_in: sessions.map((session) => ({ ...session, in_words: formatDevice(session.device) })),
      remembered_browsers_last_used: known.map(({ last_used_at }) => last_used_at),
    };
  },
};

export const defineExpiryCleanupJob = ({ db, clock }: { db: Database; clock: () => Date }): JobHandler =>
  defineScheduledJob(
    {
      kind: 'forget-expired',
      name: 'Deleting expired links and unused devices',
      schedule: { every: 'day', at: '03:40' },
    },
    async () => {
      const now = clock().toISOString();
      await write(db, (tx) => deleteExpired(tx, now));
    },
  );

/**
 * Deletes expired registrations and known devices, unused rate limits, and links and invitations that expired a month
 * ago.
 */
async function deleteExpired(tx: DbTransaction, now: Instant): Promise<void> {
  await tx.deleteFrom('registration').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('known_device').where('last_used_at', '<=', subtractMs(now, knownDeviceLifetimeMs)).execute();
  await rateLimits.deleteUnused(tx, now);
  // Expired links are kept for another month, so that a visitor who opens one is told that it has expired
  const aMonthAgo = subtractMs(now, 30 * day);
  await tx.deleteFrom('invitation').where('expires_at', '<=', aMonthAgo).execute();
  await tx.deleteFrom('single_use_link').where('expires_at', '<=', aMonthAgo).execute();
}

/** Lists the last fifty entries of the audit log about the visitor, newest first. */
export async function listOwnAuditEntries(
  { db, visitor }: Pick<PageRequest, 'db' | 'visitor'>,
  { all }: Pick<Services, 'all'>,
): Promise<MemberAuditEntry[]> {
  const formatAction = createAuditActionFormatter(all('auditActions'));
  const { timeZone } = await readSettings(db);
  const entries = await listAuditEntriesAbout(db, visitor.id, { count: 50 });
  return entries.map((entry) => ({
    id: entry.id,
    when: formatDateTime(formatIsoWithOffset(entry.at, timeZone)),
    what: formatOwnAuditEntry({ ...entry, what: formatAction(entry.action) }, visitor.id),
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
export function formatOwnAuditEntry({ actor_id, actor_name, what, detail }: LabelledEntry, member: string): string {
  const about = detail === '' ? '' : ` (${detail})`;
  if (actor_id === member) return `You ${what.replace(/\btheir\b/g, 'your')}${about}`;
  return `${actor_name || 'The site'} ${what.replace(/\ba member’s\b/g, 'your')}${about}`;
}
