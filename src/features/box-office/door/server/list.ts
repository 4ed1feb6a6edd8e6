import { formatAccessNeeds, formatTicketCounts, isLiveOrder } from '#features/box-office/orders/order.ts';
import {
  computeTicketCode,
  findPerformanceOrderBalances,
  findPerformanceTickets,
  findTicketsById,
  type TicketWithOrder,
} from '#features/box-office/orders/server/index.ts';
import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { findSeatsOfTickets } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { findRepeatedCheckIn, resolveArrival } from '../check-ins.ts';
import type { DoorArrival, DoorList, DoorParty, DoorTicket, InvalidArrival } from '../contract.ts';
import { formatDoorListName, getSortInitial, getSortName } from '../door-names.ts';
import { hashTicketCode } from '../ticket-check.ts';
import { listCheckIns } from './store.ts';
import type { DoorMarkTable } from './tables.ts';

interface DoorContext {
  performance: Id;
  timeZone: string;
  encryption: Pick<Services['encryption'], 'hash'>;
}

/** Returns true if a ticket was neither returned nor cancelled, whatever its performance, and whether or not it is paid. */
export const isValidTicket = ({ given_back_at, status }: TicketWithOrder): boolean =>
  given_back_at === null && isLiveOrder(status);

/** Converts a ticket to the form that doors show, with its arrival and the latest check-in after that. */
export async function toDoorTicket(
  ticket: Pick<TicketWithOrder, 'id' | 'ref' | 'reissued'>,
  marks: readonly DoorMarkTable[],
  { performance, timeZone, encryption, seat }: DoorContext & { seat: string },
): Promise<DoorTicket> {
  const toArrival = ({ at, device }: DoorMarkTable): DoorArrival => ({ at: formatIsoWithOffset(at, timeZone), device });
  const arrival = marks.find(({ in_by_it }) => in_by_it === ticket.id);
  const again = arrival && findRepeatedCheckIn(marks, arrival);
  return {
    id: ticket.id,
    code: await hashTicketCode(performance, computeTicketCode(encryption, ticket)),
    seat,
    ...(arrival && { arrived: toArrival(arrival) }),
    ...(again && { again: toArrival(again) }),
  };
}

/**
 * Builds the door list of a performance, sorted by name.
 * @param seats references of orders by seat
 */
export async function buildDoorList(
  db: DbReader,
  { seats, now, ...place }: DoorContext & { seats: Readonly<Record<string, string>>; now: string },
): Promise<Omit<DoorList, 'notes'>> {
  const allTickets = await findPerformanceTickets(db, place.performance);
  const balances = await findPerformanceOrderBalances(db, place.performance);
  const marks = Map.groupBy(await listCheckIns(db, place.performance), ({ ticket_id }) => ticket_id);
  const seatOf = await findSeatsOfTickets(
    db,
    allTickets.map(({ id }) => id),
  );
  const [valid, invalid] = [allTickets.filter(isValidTicket), allTickets.filter((ticket) => !isValidTicket(ticket))];
  const seatsOf = Map.groupBy(Object.keys(seats), (seat) => seats[seat]);
  const parties = await Promise.all(
    [...Map.groupBy(valid, ({ order_id }) => order_id)].map(async ([id, tickets]) => {
      const { ref = 0, name = '', note = '', needs = '' } = tickets[0] ?? {};
      const { due = 0, sold: price = 0, refunded = 0, disputed = 0 } = balances.get(id) ?? {};
      const types = Map.groupBy(tickets, ({ type }) => type);
      const party: DoorParty = {
        ...{
          id,
          ref,
          name: formatDoorListName(name),
          note,
          needs: formatAccessNeeds(needs),
          initial: getSortInitial(name),
        },
        seats: sortSeats(seatsOf.get(`${ref}`) ?? []),
        bought: formatTicketCounts(Object.fromEntries([...types].map(([type, own]) => [type, own.length]))),
        ...{ due, owes: due > 0, price, refunded, disputed },
        tickets: await Promise.all(
          tickets.map((ticket) =>
            toDoorTicket(ticket, marks.get(ticket.id) ?? [], { ...place, seat: seatOf.get(ticket.id) ?? '' }),
          ),
        ),
      };
      return { party, key: `${foldText(getSortName(name))} ${ref}` };
    }),
  );
  return {
    parties: parties.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ party }) => party),
    invalid_arrivals: await findInvalidArrivals(db, { tickets: valid, marks, timeZone: place.timeZone }),
    as_of: now,
    gone: await Promise.all(
      invalid.map((ticket) => hashTicketCode(place.performance, computeTicketCode(place.encryption, ticket))),
    ),
  };
}

/** Finds the arrivals on tickets that were cancelled, returned or moved to another performance. */
async function findInvalidArrivals(
  db: DbReader,
  {
    tickets: validTickets,
    marks,
    timeZone,
  }: { tickets: readonly TicketWithOrder[]; marks: ReadonlyMap<Id, readonly DoorMarkTable[]>; timeZone: string },
): Promise<InvalidArrival[]> {
  const valid = new Set(validTickets.map(({ id }) => id));
  const arrivals = [...marks].flatMap(([id, own]) => {
    const arrival = valid.has(id) ? undefined : resolveArrival(own);
    return arrival ? [arrival] : [];
  });
  const found = await findTicketsById(
    db,
    arrivals.map(({ ticket_id }) => ticket_id),
  );
  const tickets = new Map(found.map((ticket) => [ticket.id, ticket]));
  return arrivals.flatMap(({ ticket_id, at, device }) => {
    const ticket = tickets.get(ticket_id);
    if (!ticket) return [];
    const why = isValidTicket(ticket) ? ('moved' as const) : ('cancelled' as const);
    return [{ id: ticket.id, ref: ticket.ref, arrived: { at: formatIsoWithOffset(at, timeZone), device }, why }];
  });
}
