import type { Reading } from '#platform/server/database/index.ts';
import { likeAddress, type PersonalData } from '#platform/server/feature/personal-data.ts';

async function sentBy(db: Reading, email: string) {
  const sent = await db
    .selectFrom('correction')
    .select(['id', 'what', 'right', 'role', 'note', 'name', 'email', 'state', 'received_at'])
    .where('email', '<>', '')
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', likeAddress(email))
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return sent.filter((correction) => correction.email.toLowerCase() === email.toLowerCase());
}

/** Corrections that somebody sent with the address of their account. They stay without them. */
export const correctionData: PersonalData = {
  name: 'corrections',
  tables: ['correction'],
  about: async (db, { email }) => (await sentBy(db, email)).map(({ id: _, ...correction }) => correction),
  erase: async (tx, { email, names }, { shownName }) => {
    for (const { id } of await sentBy(tx, email)) {
      await tx.updateTable('correction').set({ name: '', email: '' }).where('id', '=', id).execute();
    }
    for (const own of names) {
      await tx.updateTable('correction').set({ decided_by: shownName }).where('decided_by', '=', own).execute();
    }
  },
};
