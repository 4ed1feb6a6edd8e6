import type { Reading } from '#platform/server/database/index.ts';
import { likeAddress, type PersonalData } from '#platform/server/feature/personal-data.ts';

async function basketsOf(db: Reading, email: string) {
  const rows = await db
    .selectFrom('basket')
    .select(['id', 'name', 'email', 'phone', 'note', 'needs', 'created_at'])
    .where('email', '<>', '')
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', likeAddress(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.filter((basket) => basket.email.toLowerCase() === email.toLowerCase());
}

/** Baskets that somebody was about to pay for with the address of their account; they are deleted after a day. */
export const basketData: PersonalData = {
  name: 'baskets',
  tables: ['basket'],
  about: async (db, { email }) => (await basketsOf(db, email)).map(({ id: _, ...basket }) => basket),
  erase: async (tx, { email }, { shownName }) => {
    for (const { id } of await basketsOf(tx, email)) {
      const nobody = { name: shownName, email: '', phone: '', note: '', needs: '' };
      await tx.updateTable('basket').set(nobody).where('id', '=', id).execute();
    }
  },
};
