import { emailKey } from '#features/accounts/email.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { personNameKey } from '#platform/shared/person-name.ts';
import type { PaperMemberTable } from './tables.ts';

export const paperMembers = (db: Reading): Promise<PaperMemberTable[]> =>
  db.selectFrom('paper_member').selectAll().orderBy('created_at').orderBy('id').execute();

/** The accounts that may own an address. */
export const paperMembersAt = (db: Reading, emailKey: string): Promise<PaperMemberTable[]> =>
  db
    .selectFrom('paper_member')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('email_key', '<>', '')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export async function recordPaperMember(tx: Writing, row: PaperMemberTable): Promise<void> {
  await tx.insertInto('paper_member').values(row).execute();
}

/** What a later list says about somebody. */
export async function renewPaperMember(
  tx: Writing,
  id: Id,
  row: Pick<PaperMemberTable, 'name' | 'phone' | 'amount' | 'paid_on' | 'source' | 'paid_until'>,
): Promise<void> {
  await tx.updateTable('paper_member').set(row).where('id', '=', id).execute();
}

/** Undefined when somebody else was first, or they have an account by now. */
export const deletePaperMember = (tx: Writing, id: Id): Promise<PaperMemberTable | undefined> =>
  tx.deleteFrom('paper_member').where('id', '=', id).returningAll().executeTakeFirst();

/**
 * Deletes a row of a paper list and what the lists say of the same person besides: with one address and name, other plans
 * are theirs too. `goes` says which of those go. Undefined when somebody else was first, or they have an account by now.
 */
export async function deletePaperPerson(
  tx: Writing,
  id: Id,
  goes: (other: PaperMemberTable, row: PaperMemberTable) => boolean = () => true,
): Promise<PaperMemberTable | undefined> {
  const row = await deletePaperMember(tx, id);
  if (!row) return undefined;
  for (const other of await paperMembersAt(tx, row.email_key)) {
    if (personNameKey(other.name) === personNameKey(row.name) && goes(other, row))
      await deletePaperMember(tx, other.id);
  }
  return row;
}

/** Whether somebody on paper has a plan, which can't be deleted then. */
export const isOnPaper = async (db: Reading, planId: Id): Promise<boolean> =>
  (await db.selectFrom('paper_member').select('id').where('plan_id', '=', planId).limit(1).execute()).length > 0;

/** Who was reminded by hand since a moment, and when. */
export async function remindedSince(db: Reading, since: Instant): Promise<Map<string, Instant>> {
  const rows = await db.selectFrom('membership_reminder').selectAll().where('sent_at', '>', since).execute();
  return new Map(rows.map(({ email_key, sent_at }) => [email_key, sent_at]));
}

/** When somebody was last reminded by hand. */
export async function lastReminded(db: Reading, email: string): Promise<Instant | undefined> {
  const reminder = db.selectFrom('membership_reminder').select('sent_at').where('email_key', '=', emailKey(email));
  return (await reminder.executeTakeFirst())?.sent_at;
}

export async function recordReminder(tx: Writing, emailKey: string, at: Instant): Promise<void> {
  await tx
    .insertInto('membership_reminder')
    .values({ email_key: emailKey, sent_at: at })
    .onConflict((clash) => clash.column('email_key').doUpdateSet({ sent_at: at }))
    .execute();
}
