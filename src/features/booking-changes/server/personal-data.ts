import type { Reading } from '#platform/server/database/index.ts';
import { type Holder, type PersonalData, whereNamed } from '#platform/server/feature/personal-data.ts';

async function naming(db: Reading, holder: Pick<Holder, 'email' | 'names'>) {
  const named = whereNamed(holder);
  const mods = await db.selectFrom('booking_mod').select(['id', 'from_item', 'to_item', 'note']).execute();
  return mods.filter(({ from_item, note }) => `${from_item} ${note}`.search(named) >= 0);
}

/** Changes to bookings that somebody is named in. What was changed stays, without the name. */
export const bookingChangeData: PersonalData = {
  name: 'changes to bookings',
  tables: ['booking_mod', 'booking_mod_ticket'],
  about: async (db, holder) => (await naming(db, holder)).map(({ id: _, ...mod }) => mod),
  erase: async (tx, holder, { shownName }) => {
    for (const { id, from_item, note } of await naming(tx, holder)) {
      const forgotten = (text: string) => text.replace(whereNamed(holder), shownName);
      const said = { from_item: forgotten(from_item), note: forgotten(note) };
      await tx.updateTable('booking_mod').set(said).where('id', '=', id).execute();
    }
  },
};
