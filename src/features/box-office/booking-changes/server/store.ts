import { anonymisedBuyerName } from '#features/box-office/orders/order.ts';
import { findOrderIdsByEmail, selectPastOrderIds } from '#features/box-office/orders/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { createMentionPattern, type DataSubject, type PersonalData } from '#platform/server/feature/personal-data.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { BookingChangeTable, BookingChangeTicketTable } from './tables.ts';

export const findBookingChange = (db: DbReader, id: Id): Promise<BookingChangeTable | undefined> =>
  db.selectFrom('booking_mod').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists the changes to these orders, oldest first. */
export async function listStoredBookingChanges(db: DbReader, orders: readonly Id[]): Promise<BookingChangeTable[]> {
  if (orders.length === 0) return [];
  return db.selectFrom('booking_mod').selectAll().where('order_id', 'in', orders).orderBy('ord').execute();
}

/** Finds the tickets of a change, with their former state. */
export const listBookingChangeTickets = (db: DbReader, id: Id): Promise<BookingChangeTicketTable[]> =>
  db.selectFrom('booking_mod_ticket').selectAll().where('mod_id', '=', id).execute();

/** A ticket that a change moved or added, with its former state if it was moved. */
export interface ChangedTicket {
  id: Id;
  before?: { type_id: string; pence: number; discount: number };
}

export async function recordBookingChange(
  tx: DbTransaction,
  mod: Omit<BookingChangeTable, 'ord'>,
  tickets: readonly ChangedTicket[],
): Promise<void> {
  const { last } = await tx
    .selectFrom('booking_mod')
    .select(({ fn }) => fn.max<number | null>('ord').as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('booking_mod')
    .values({ ...mod, ord: Number(last ?? 0) + 1 })
    .execute();
  const rows = tickets.map(({ id: ticket_id, before }) => ({
    ...{ mod_id: mod.id, ticket_id },
    ...{ from_type_id: before?.type_id ?? '', from_pence: before?.pence ?? null, from_discount: before?.discount ?? 0 },
  }));
  await runInBatches(rows, (batch) => tx.insertInto('booking_mod_ticket').values(batch).execute());
}

/** Deletes a change. Returns false if it was already deleted. */
export async function deleteStoredBookingChange(tx: DbTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('booking_mod').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

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
