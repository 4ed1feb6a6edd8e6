import type { Reading, Writing } from '../../../platform/server/database/index.ts';
import type { Instant } from '../../../platform/shared/dates.ts';
import type { ContactMessageTable } from './tables.ts';

export type ContactMessage = Omit<ContactMessageTable, 'suspect'> & { suspect: boolean };

/** Adds what a visitor wrote. */
export async function recordMessage(tx: Writing, { suspect, ...message }: ContactMessage): Promise<void> {
  await tx
    .insertInto('contact_message')
    .values({ ...message, suspect: suspect ? 1 : 0 })
    .execute();
}

/** Every message there is, newest first, from the `skip`th on, at most `count`. */
export async function allMessages(
  db: Reading,
  { skip = 0, count = 50 }: { skip?: number; count?: number } = {},
): Promise<ContactMessage[]> {
  const rows = await db
    .selectFrom('contact_message')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(skip)
    .execute();
  return rows.map((row) => ({ ...row, suspect: row.suspect === 1 }));
}

/** Forgets what visitors wrote before that moment. */
export async function forgetMessages(tx: Writing, before: Instant): Promise<void> {
  await tx.deleteFrom('contact_message').where('received_at', '<', before).execute();
}
