import { seatsOfTickets } from '#features/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** At which performance the holder of each of these tickets is in. */
    arrivals: readonly ((db: Reading, tickets: readonly Id[]) => Promise<ReadonlyMap<Id, Id>>)[];
  }
}

/** Tickets with what becomes of them in the house: their seats, and whether their holders are in. */
export async function inTheHouse<Ticket extends { id: Id; performance_id: Id }>(
  db: Reading,
  tickets: readonly Ticket[],
  { all }: Pick<Services, 'all'>,
): Promise<(Ticket & { seat: string; is_in: boolean })[]> {
  const ids = tickets.map(({ id }) => id);
  const seats = await seatsOfTickets(db, ids);
  const arrived = await Promise.all(all('arrivals').map((arrivals) => arrivals(db, ids)));
  return tickets.map((ticket) => ({
    ...ticket,
    seat: seats.get(ticket.id) ?? '',
    is_in: arrived.some((at) => at.get(ticket.id) === ticket.performance_id),
  }));
}
