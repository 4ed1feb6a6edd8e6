import { findOrderIdsByEmail } from '#features/box-office/orders/server/index.ts';
import { selectPerformanceIdsBefore } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { createMentionPattern, type PersonalData } from '#platform/server/feature/personal-data.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { resolveArrival } from '../check-ins.ts';
import type { DoorMarkTable } from './tables.ts';

export const listCheckIns = (db: DbReader, performance: Id): Promise<DoorMarkTable[]> =>
  db.selectFrom('door_mark').selectAll().where('performance_id', '=', performance).execute();

export const listTicketCheckIns = (db: DbReader, { performance, ticket }: { performance: Id; ticket: Id }) =>
  db
    .selectFrom('door_mark')
    .selectAll()
    .where('ticket_id', '=', ticket)
    .where('performance_id', '=', performance)
    .execute();

/** Maps each ticket whose holder is inside to its performance. */
export async function findArrivedTickets(db: DbReader, performances: readonly Id[]): Promise<Map<Id, Id>> {
  const marks = db
    .selectFrom('door_mark')
    .select(['ticket_id', 'performance_id'])
    .where('performance_id', 'in', performances)
    .where('in_by_it', 'is not', null);
  const rows = performances.length === 0 ? [] : await marks.execute();
  return new Map(rows.map(({ ticket_id, performance_id }) => [ticket_id, performance_id]));
}

/** Deletes the check-ins of performances that began before the given time. */
export async function deleteOldCheckIns(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('door_mark').where('performance_id', 'in', selectPerformanceIdsBefore(tx, before)).execute();
}

/**
 * Stores a check-in without changing whether the ticket's holder counts as inside. If a check-in with the same id is
 * already stored, nothing changes.
 */
export async function insertCheckIn(tx: DbTransaction, mark: Omit<DoorMarkTable, 'in_by_it'>): Promise<void> {
  await tx
    .insertInto('door_mark')
    .values({ ...mark, in_by_it: null })
    .onConflict((known) => known.column('id').doNothing())
    .execute();
}

/**
 * Records a check-in, and marks the one check-in of the ticket that now counts as the arrival. If a check-in with the
 * same id is already stored, no second one is stored.
 *
 * @returns all check-ins of the ticket
 */
export async function recordCheckIn(
  tx: DbTransaction,
  mark: Omit<DoorMarkTable, 'in_by_it'>,
): Promise<DoorMarkTable[]> {
  await insertCheckIn(tx, mark);
  const about = { performance: mark.performance_id, ticket: mark.ticket_id };
  const marks = await listTicketCheckIns(tx, about);
  const arrival = resolveArrival(marks);
  await tx
    .updateTable('door_mark')
    .set({ in_by_it: null })
    .where('in_by_it', '=', mark.ticket_id)
    .where('id', '<>', arrival?.id ?? '')
    .execute();
  if (arrival) {
    await tx.updateTable('door_mark').set({ in_by_it: mark.ticket_id }).where('id', '=', arrival.id).execute();
  }
  return listTicketCheckIns(tx, about);
}

/**
 * Check-ins that the person made at a door, and notes that the person wrote or settled. Erasure keeps both, without the
 * person's name. The reason for dismissing a note is deleted if the note is about the person's order, or if the reason
 * mentions the person.
 */
export const doorPersonalData: PersonalData = {
  name: 'let in at the door',
  tables: ['door_mark', 'door_note'],
  about: async (db, { id }) => {
    const marks = db.selectFrom('door_mark').select(['at', 'came', 'device']).where('user_id', '=', id);
    const notes = db
      .selectFrom('door_note')
      .select(['at', 'kind', 'how', 'pence', 'device', 'status', 'reason'])
      .where((row) => row.or([row('user_id', '=', id), row('settled_by', '=', id)]));
    return [
      ...(await marks.orderBy('at').orderBy('id').execute()),
      ...(await notes.orderBy('at').orderBy('id').execute()),
    ];
  },
  eraseFirst: async (tx, holder) => {
    const orders = new Set(await findOrderIdsByEmail(tx, holder.email));
    const named = createMentionPattern(holder);
    const notes = await tx
      .selectFrom('door_note')
      .select(['id', 'order_id', 'reason'])
      .where('reason', '<>', '')
      .execute();
    for (const { id, order_id, reason } of notes) {
      if (!orders.has(order_id ?? '') && reason.search(named) < 0) continue;
      await tx.updateTable('door_note').set({ reason: '' }).where('id', '=', id).execute();
    }
  },
  erase: async (tx, { id }) => {
    await tx.updateTable('door_mark').set({ user_id: null, device: '' }).where('user_id', '=', id).execute();
    await tx.updateTable('door_note').set({ user_id: null, device: '' }).where('user_id', '=', id).execute();
    await tx.updateTable('door_note').set({ settled_by: null }).where('settled_by', '=', id).execute();
  },
};
