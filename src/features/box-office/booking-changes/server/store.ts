import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
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
