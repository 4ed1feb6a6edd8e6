import { findSeatsOfTickets } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /**
     * Functions that find the checked-in tickets of these performances. The result maps each ticket to the performance
     * at which it was checked in.
     */
    arrivals: readonly ((db: DbReader, performances: readonly Id[]) => Promise<ReadonlyMap<Id, Id>>)[];
  }
}

interface TicketAtPerformance {
  id: Id;
  performance_id: Id;
}

/**
 * Loads a function that returns true for a ticket that is checked in at its performance. The function only covers the
 * given performances.
 */
export async function loadCheckedInTest(
  db: DbReader,
  performances: Iterable<Id>,
  { all }: Pick<Services, 'all'>,
): Promise<(ticket: TicketAtPerformance) => boolean> {
  const distinctPerformances = [...new Set(performances)];
  const arrived = await Promise.all(all('arrivals').map((arrivals) => arrivals(db, distinctPerformances)));
  return ({ id, performance_id }) => arrived.some((at) => at.get(id) === performance_id);
}

/** Adds to each ticket its seat, "" if it has none, and whether its holder is checked in. */
export async function loadSeatsAndCheckIns<Ticket extends TicketAtPerformance>(
  db: DbReader,
  tickets: readonly Ticket[],
  services: Pick<Services, 'all'>,
): Promise<(Ticket & { seat: string; is_in: boolean })[]> {
  const seats = await findSeatsOfTickets(
    db,
    tickets.map(({ id }) => id),
  );
  const performances = tickets.map(({ performance_id }) => performance_id);
  const isIn = await loadCheckedInTest(db, performances, services);
  return tickets.map((ticket) => ({ ...ticket, seat: seats.get(ticket.id) ?? '', is_in: isIn(ticket) }));
}
