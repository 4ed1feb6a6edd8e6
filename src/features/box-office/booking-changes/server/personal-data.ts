import { anonymisedBuyerName } from '#features/box-office/orders/order.ts';
import { findOrderIdsByEmail, selectPastOrderIds } from '#features/box-office/orders/server/index.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { createMentionPattern, type DataSubject, type PersonalData } from '#platform/server/feature/personal-data.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

const updateChangesOfPastOrders = (tx: DbTransaction, before: Instant) =>
  tx.updateTable('booking_mod').where('order_id', 'in', selectPastOrderIds(tx, before));

/** Deletes the notes of changes to past orders. They may reveal health data, like the notes of orders. */
export async function deleteChangeNotesOfPastOrders(tx: DbTransaction, before: Instant): Promise<void> {
  await updateChangesOfPastOrders(tx, before).set({ note: '' }).where('note', '<>', '').execute();
}

/** Replaces the buyers' names in the changes that created past orders. */
export async function anonymiseBuyersInChanges(tx: DbTransaction, before: Instant): Promise<void> {
  await updateChangesOfPastOrders(tx, before)
    .set({ from_item: anonymisedBuyerName })
    .where('kind', '=', 'new')
    .where('from_item', '<>', anonymisedBuyerName)
    .execute();
}

/** Finds the changes that name the person, and the changes to orders made with their email address. */
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
 * Changes to a person's bookings, and changes that name them. After erasure the change remains without the name; the
 * note of a change to their own booking is deleted.
 */
export const bookingChangePersonalData: PersonalData = {
  name: 'changes to bookings',
  tables: ['booking_mod', 'booking_mod_ticket'],
  about: async (db, holder) =>
    (await findChangesAbout(db, holder)).map(({ from_item, to_item, note }) => ({ from_item, to_item, note })),
  eraseFirst: async (tx, holder, { shownName }) => {
    for (const { id, ref, from_item, note, isOwn } of await findChangesAbout(tx, holder)) {
      const anonymise = (text: string) => text.replace(createMentionPattern(holder), shownName);
      // A change without a reference created an order. Its `from_item` is the buyer's name
      const isName = isOwn && ref === 0;
      const anonymised = { from_item: isName ? shownName : anonymise(from_item), note: isOwn ? '' : anonymise(note) };
      await tx.updateTable('booking_mod').set(anonymised).where('id', '=', id).execute();
    }
  },
};
