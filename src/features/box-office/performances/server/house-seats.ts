import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { parseSeatLabel } from '../seat-labels.ts';
import { getReleaseTime, listWithheldSeats } from '../seat-marks.ts';
import { isSeatTakenAt, listSeatAssignments } from './seat-assignments.ts';
import { parseHiddenSeats, parseSeatMarks } from './store.ts';
import type { PerformanceTable } from './tables.ts';

type Hall = Pick<PerformanceTable, 'id' | 'starts_at' | 'row_count' | 'hidden_seats' | 'seat_marks'>;

/** Counts the empty house seats of each performance, which visitors can't buy. */
export async function countEmptyHouseSeats(
  db: DbReader,
  performances: readonly Hall[],
  now: Instant,
): Promise<Map<Id, number>> {
  const seatsById = new Map(
    performances.map((performance) => {
      const hidden = new Set(parseHiddenSeats(performance));
      const isOnPlan = (seat: string) => (parseSeatLabel(seat)?.row ?? performance.row_count) < performance.row_count;
      const { starts_at } = performance;
      const seats = listWithheldSeats(parseSeatMarks(performance), { starts_at, now });
      return [performance.id, new Set(seats.filter((seat) => isOnPlan(seat) && !hidden.has(seat)))];
    }),
  );
  const withHouseSeats = [...seatsById].flatMap(([id, { size }]) => (size > 0 ? [id] : []));
  for (const row of await listSeatAssignments(db, withHouseSeats)) {
    if (isSeatTakenAt(row, now)) seatsById.get(row.performance_id)?.delete(row.seat);
  }
  return new Map([...seatsById].map(([id, { size }]) => [id, size]));
}

/** Finds the next time at which a house seat is released; undefined if there is none. */
export async function findNextHouseSeatRelease(db: DbReader, after: Instant): Promise<Instant | undefined> {
  const upcoming = await db
    .selectFrom('performance')
    .select(['starts_at', 'seat_marks'])
    .where('starts_at', '>', after)
    .where('cancelled_at', 'is', null)
    .where('seat_marks', '<>', '{}')
    .execute();
  return upcoming
    .flatMap((performance) =>
      Object.values(parseSeatMarks(performance)).flatMap((mark) => getReleaseTime(mark, performance.starts_at) ?? []),
    )
    .filter((moment) => moment > after)
    .sort()[0];
}
