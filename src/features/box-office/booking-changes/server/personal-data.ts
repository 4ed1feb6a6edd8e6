import { findOrderIdsByEmail } from '#features/box-office/orders/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { createMentionPattern, type DataSubject, type PersonalData } from '#platform/server/feature/personal-data.ts';

/** Returns the changes that name somebody, and those of the orders that were made with their address. */
async function findChangesAbout(db: DbReader, holder: Pick<DataSubject, 'email' | 'names'>) {
  const named = createMentionPattern(holder);
  const orders = new Set(await findOrderIdsByEmail(db, holder.email));
  const mods = await db
    .selectFrom('booking_mod')
    .select(['id', 'ref', 'order_id', 'from_item', 'to_item', 'note'])
    .execute();
  return mods
    .map(({ order_id, ...mod }) => ({ ...mod, isOwn: orders.has(order_id) }))
    .filter(({ from_item, note, isOwn }) => isOwn || `${from_item} ${note}`.search(named) >= 0);
}

/**
 * Changes to the bookings of a person, or that name them. The change stays, without the name; the note of a change to
 * their own booking is deleted.
 */
export const bookingChangeData: PersonalData = {
  name: 'changes to bookings',
  tables: ['booking_mod', 'booking_mod_ticket'],
  about: async (db, holder) =>
    (await findChangesAbout(db, holder)).map(({ from_item, to_item, note }) => ({ from_item, to_item, note })),
  eraseFirst: async (tx, holder, { shownName }) => {
    for (const { id, ref, from_item, note, isOwn } of await findChangesAbout(tx, holder)) {
      const forgotten = (text: string) => text.replace(createMentionPattern(holder), shownName);
      // A change without a reference created an order: it has the buyer's name there
      const isName = isOwn && ref === 0;
      const said = { from_item: isName ? shownName : forgotten(from_item), note: isOwn ? '' : forgotten(note) };
      await tx.updateTable('booking_mod').set(said).where('id', '=', id).execute();
    }
  },
};
