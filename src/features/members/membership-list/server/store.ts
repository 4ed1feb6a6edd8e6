import { normaliseEmail } from '#features/society/accounts/email.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** Lists when people were last reminded by hand, by normalised email address; only reminders after `since`. */
export async function listRemindersSince(db: DbReader, since: Instant): Promise<Map<string, Instant>> {
  const rows = await db.selectFrom('membership_reminder').selectAll().where('sent_at', '>', since).execute();
  return new Map(rows.map(({ email_key, sent_at }) => [email_key, sent_at]));
}

/** Finds when somebody was last reminded by hand. */
export async function findLastReminderAt(db: DbReader, email: string): Promise<Instant | undefined> {
  const reminder = db
    .selectFrom('membership_reminder')
    .select('sent_at')
    .where('email_key', '=', normaliseEmail(email));
  return (await reminder.executeTakeFirst())?.sent_at;
}

export async function recordReminder(tx: DbTransaction, emailKey: string, at: Instant): Promise<void> {
  await tx
    .insertInto('membership_reminder')
    .values({ email_key: emailKey, sent_at: at })
    .onConflict((clash) => clash.column('email_key').doUpdateSet({ sent_at: at }))
    .execute();
}
