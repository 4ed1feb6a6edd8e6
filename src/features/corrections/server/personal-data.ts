import type { PersonalData } from '../../../platform/server/personal-data.ts';

/** What somebody said is wrong in the archive, giving the address of their account. It stays without them. */
export const correctionData: PersonalData = {
  name: 'corrections',
  tables: ['correction'],
  about: async (db, { email }) => {
    const sent = await db
      .selectFrom('correction')
      .select(['what', 'right', 'role', 'note', 'name', 'email', 'state', 'received_at'])
      .where('email', '<>', '')
      .orderBy('received_at')
      .orderBy('id')
      .execute();
    return sent.filter((correction) => correction.email.toLowerCase() === email.toLowerCase());
  },
  erase: async (tx, { email, names }, { shownName }) => {
    const sent = await tx.selectFrom('correction').select(['id', 'email']).where('email', '<>', '').execute();
    for (const correction of sent) {
      if (correction.email.toLowerCase() !== email.toLowerCase()) continue;
      await tx.updateTable('correction').set({ name: '', email: '' }).where('id', '=', correction.id).execute();
    }
    for (const own of names) {
      await tx.updateTable('correction').set({ decided_by: shownName }).where('decided_by', '=', own).execute();
    }
  },
};
