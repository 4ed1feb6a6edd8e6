import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { withOffset } from '#platform/shared/dates.ts';
import { capacityOf, fullWidth } from '../capacity.ts';
import type { Performance } from '../contract.ts';
import { dateKey } from '../item-name.ts';
import { performancesOf } from './store.ts';

/** The performances of a show as whoever manages bookings sees them. */
export async function performanceView(db: Reading, showId: Id, timeZone: string): Promise<Performance[]> {
  return (await performancesOf(db, showId)).map((performance) => {
    const { id, starts_at, row_count, hidden_seats, types, capacity, doors_minutes, notes, version } = performance;
    const date = withOffset(starts_at, timeZone);
    return {
      id,
      date,
      date_text: dateKey(date),
      layout: { rowCount: row_count, hiddenSeats: hidden_seats, newSeats: 0, fullWidth },
      seat_assignments: {},
      ticket_pricing: Object.fromEntries(types.map(({ name, pence }) => [name, pence])),
      ticket_types: types.map(({ id: type, name, about, pence, most, hidden }) => ({
        ...{ id: type, name, about, pence },
        most: most ?? 0,
        hidden: hidden === 1,
      })),
      capacity: capacityOf(performance),
      own_capacity: capacity ?? 0,
      doors_minutes,
      notes,
      cancelled: performance.cancelled_at !== null,
      version,
    };
  });
}
