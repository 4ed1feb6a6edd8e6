import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, inBatches } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PromisedSeatTable } from './tables.ts';

/** Returns the seats that buyers know as theirs at these performances, even if they have others by now. */
export async function promisedSeats(db: DbReader, performances: readonly Id[]): Promise<PromisedSeatTable[]> {
  if (performances.length === 0) return [];
  return db.selectFrom('promised_seat').selectAll().where('performance_id', 'in', performances).execute();
}

/** Records the seats that buyers know as theirs from now on. */
export const upsertPromisedSeats = (tx: DbTransaction, seats: readonly PromisedSeatTable[]): Promise<void> =>
  inBatches(seats, (batch) =>
    tx
      .insertInto('promised_seat')
      .values(batch)
      .onConflict((clash) =>
        clash.column('ticket_id').doUpdateSet(({ ref }) => ({
          performance_id: ref('excluded.performance_id'),
          seat: ref('excluded.seat'),
        })),
      )
      .execute(),
  );

/** Sets the time of the emails to buyers whose seats have moved; null for never. */
export const scheduleSeatChangeLetter = (tx: DbTransaction, performance: Id, at: Instant | null) =>
  tx.updateTable('performance').set({ tell_seats_at: at }).where('id', '=', performance).execute();
