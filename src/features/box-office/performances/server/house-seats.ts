import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { parseSeatLabel } from '../seat-labels.ts';
import { releasedAt, withheldSeats } from '../seat-marks.ts';
import { isTakenAt, listSeatAssignments } from './seat-assignments.ts';
import { hiddenSeats, seatMarks } from './store.ts';
import type { PerformanceTable } from './tables.ts';

type Hall = Pick<PerformanceTable, 'id' | 'starts_at' | 'row_count' | 'hidden_seats' | 'seat_marks'>;

/** Counts the empty house seats of these performances: those places aren't for visitors. */
export async function countEmptyHouseSeats(
  db: DbReader,
  performances: readonly Hall[],
  now: Instant,
): Promise<Map<Id, number>> {
  const bySeat = new Map(
    performances.map((performance) => {
      const hidden = new Set(hiddenSeats(performance));
      const isThere = (seat: string) => (parseSeatLabel(seat)?.row ?? performance.row_count) < performance.row_count;
      const { starts_at } = performance;
      const seats = withheldSeats(seatMarks(performance), { starts_at, now });
      return [performance.id, new Set(seats.filter((seat) => isThere(seat) && !hidden.has(seat)))];
    }),
  );
  const some = [...bySeat].flatMap(([id, { size }]) => (size > 0 ? [id] : []));
  for (const row of await listSeatAssignments(db, some)) {
    if (isTakenAt(row, now)) bySeat.get(row.performance_id)?.delete(row.seat);
  }
  return new Map([...bySeat].map(([id, { size }]) => [id, size]));
}

/** When a house seat is next sold to visitors after all. */
export async function findNextHouseSeatRelease(db: DbReader, after: Instant): Promise<Instant | undefined> {
  const ahead = await db
    .selectFrom('performance')
    .select(['starts_at', 'seat_marks'])
    .where('starts_at', '>', after)
    .where('cancelled_at', 'is', null)
    .where('seat_marks', '<>', '{}')
    .execute();
  return ahead
    .flatMap((performance) =>
      Object.values(seatMarks(performance)).flatMap((mark) => releasedAt(mark, performance.starts_at) ?? []),
    )
    .filter((moment) => moment > after)
    .sort()[0];
}
