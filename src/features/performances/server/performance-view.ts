import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { capacityOf, fullWidth } from '../capacity.ts';
import type { Performance } from '../contract.ts';
import { dateKey } from '../item-name.ts';
import { placesOf } from './places.ts';
import { performancesOf } from './store.ts';

/** The performances of a show as staff who manage bookings see them. */
export async function performanceView(
  db: Reading,
  showId: Id,
  { timeZone, now }: { timeZone: string; now: Instant },
): Promise<Performance[]> {
  const stored = await performancesOf(db, showId);
  const places = await placesOf(
    db,
    stored.map(({ id }) => id),
    now,
  );
  return stored.map((performance) => {
    const { id, starts_at, row_count, hidden_seats, types, capacity, doors_minutes, notes, release_minutes, version } =
      performance;
    const date = withOffset(starts_at, timeZone);
    return {
      id,
      date,
      date_text: dateKey(date),
      layout: { rowCount: row_count, hiddenSeats: hidden_seats, newSeats: 0, fullWidth },
      seat_assignments: {},
      ticket_pricing: Object.fromEntries(types.map(({ name, pence }) => [name, pence])),
      ticket_types: types.map(
        ({ id: type, name, about, pence, most, hidden, needs_paying_ticket, version: saved }) => ({
          ...{ id: type, name, about, pence },
          most: most ?? 0,
          hidden: hidden === 1,
          needs_paying_ticket: needs_paying_ticket === 1,
          version: saved,
        }),
      ),
      capacity: capacityOf(performance),
      sold: places.get(id)?.sold ?? 0,
      own_capacity: capacity ?? 0,
      doors_minutes,
      release_minutes,
      notes,
      sells_seats: performance.sells_seats === 1,
      on_sale_from: performance.on_sale_from ? withOffset(performance.on_sale_from, timeZone) : '',
      on_sale_until: performance.on_sale_until ? withOffset(performance.on_sale_until, timeZone) : '',
      cancelled: performance.cancelled_at !== null,
      version,
    };
  });
}
