import { seatsPerRow } from '#features/box-office/performances/capacity.ts';
import {
  findPerformance,
  hiddenSeats,
  performancesOf,
  seatMarks,
} from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import { findPerformanceSeating } from './store.ts';

/** Pence by ticket type: the ticket prices of a performance. */
export async function pricesAt(db: Reading, { id, show_id }: { id: Id; show_id: Id }): Promise<Record<string, number>> {
  const types = (await performancesOf(db, show_id)).find((one) => one.id === id)?.types ?? [];
  return Object.fromEntries(types.map(({ name, pence }) => [name, pence]));
}

/** Returns a performance with its seat assignments and its ticket prices. @throws Refusal 404 */
export async function currentSeating(db: Reading, id: Id) {
  const performance = (await findPerformance(db, id)) ?? notFound();
  const { assignments, newSeats } = (await findPerformanceSeating(db, [id])).get(id) ?? {
    assignments: {},
    newSeats: 0,
  };
  return {
    performance,
    layout: {
      rowCount: performance.row_count,
      hiddenSeats: hiddenSeats(performance),
      newSeats,
      fullWidth: seatsPerRow,
    },
    assignments,
    marks: seatMarks(performance),
    ticket_pricing: await pricesAt(db, performance),
    version: performance.plan_version,
  };
}
