import { formatSeats, parseSeatLabel, parseSeats } from '#features/box-office/performances/seats.ts';
import { countSeatsByOrder, isSeat, listSeats, type Plan, type PromisedSeats } from './plan.ts';

/**
 * Validates the assignments of a plan before it is saved: every seat must exist, every order must be for this
 * performance, and no order may have more seats than tickets. `tickets` maps references to numbers of tickets.
 * @returns a sentence for each problem
 */
export function validateSeatAssignments(plan: Plan, tickets: ReadonlyMap<string, number>): string[] {
  const seats = Object.keys(plan.assignments);
  const isBeyond = (seat: string) => (parseSeatLabel(seat)?.row ?? plan.rowCount) >= plan.rowCount;
  const beyond = seats.filter(isBeyond);
  const hidden = seats.filter((seat) => !isBeyond(seat) && !isSeat(plan, seat));
  const faults: string[] = [];
  if (beyond.length > 0) faults.push(`${formatSeats(beyond)}: not on the plan.`);
  if (hidden.length > 0) faults.push(`${formatSeats(hidden)}: hidden, but someone is seated there.`);
  for (const [ref = '', own] of Map.groupBy(seats, (seat) => plan.assignments[seat])) {
    const bought = tickets.get(ref);
    if (bought === undefined) faults.push(`${formatSeats(own)}: there is no order ${ref} for this performance.`);
    else if (own.length > bought) {
      const tickets = bought === 1 ? 'one ticket' : `${bought} tickets`;
      faults.push(`${formatSeats(own)}: order ${ref} has ${tickets} but ${own.length} seats on this plan.`);
    }
  }
  return faults;
}

/**
 * Validates that a plan removes no promised seat. Before a promised seat is removed, its buyer must get another seat
 * and be notified.
 *
 * @returns at most one message, which names the seats and up to five of their buyers
 */
export function validatePromisedSeats(
  plan: Plan,
  { before, known, nameOf }: { before: Plan; known: PromisedSeats; nameOf: (ref: string) => string },
): string[] {
  const [seatsBefore, seatsNow] = [new Set(listSeats(before)), new Set(listSeats(plan))];
  const gone = Object.entries(known).flatMap(([ref, own]) =>
    own.flatMap((seat) => (seatsBefore.has(seat) && !seatsNow.has(seat) ? [{ seat, name: nameOf(ref) }] : [])),
  );
  if (gone.length === 0) return [];
  const seats = formatSeats(gone.map(({ seat }) => seat));
  const names = formatShortList([...new Set(gone.map(({ name }) => name))]);
  const go = gone.length === 1 ? 'you can remove this seat' : 'you can remove these seats';
  return [
    `${seats}: promised to ${names}. Assign other seats instead, and save. Once they’ve been told, ${go}: Manage Bookings lists who still needs telling.`,
  ];
}

/** Lists the orders with fewer seats than tickets, with the number of tickets without a seat. */
export function listUnseatedOrders<Ticket extends { ref: number; name: string }>(
  { assignments }: Pick<Plan, 'assignments'>,
  tickets: readonly Ticket[],
): { name: string; count: number }[] {
  const seated = countSeatsByOrder({ assignments });
  return [...Map.groupBy(tickets, ({ ref }) => ref)].flatMap(([ref, own]) => {
    const count = own.length - (seated.get(`${ref}`) ?? 0);
    return count > 0 ? [{ name: own[0]?.name ?? '', count }] : [];
  });
}

/** The maximum number of names in a sentence. */
const maxNamed = 5;

function formatUnseated(unseated: readonly { name: string; count: number }[]): string {
  if (unseated.length === 0) return '';
  return ` Not yet seated: ${formatShortList(unseated.map(({ name, count }) => `${name} (${count})`))}.`;
}

/**
 * Formats a list. Names the first five items and counts the others: "Ann Lee, Bob Ray, Cat Orr, Dan Fox, Eve Day and 3
 * more".
 */
export function formatShortList(items: readonly string[]): string {
  const more = items.length - maxNamed;
  return `${items.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Returns the reason why a plan has too few seats; "" if it has enough. If visitors don't buy numbered seats, a plan
 * that was too small before this save is accepted as long as it doesn't shrink.
 */
export function validatePlanSize({
  seats,
  before,
  numbered,
  taken,
  capacity,
  unseated = [],
}: {
  seats: number;
  before: number;
  /** True if visitors buy numbered seats. */
  numbered: boolean;
  /** The number of places sold or held. */
  taken: number;
  /** The capacity; null if it is the number of seats. */
  capacity: number | null;
  /** The parties without enough seats, which the reason names. */
  unseated?: readonly { name: string; count: number }[];
}): string {
  if (seats >= before && !numbered) return '';
  const has = `this plan has ${seats === 1 ? 'one seat' : `${seats} seats`}`;
  if (taken > seats) {
    const few = `${taken - seats} too few`;
    return `${taken === 1 ? 'One place is' : `${taken} places are`} sold or held, but ${has}: ${few}. Add a row or show hidden seats.${formatUnseated(unseated)}`;
  }
  if (capacity === null || capacity <= seats) return '';
  return `${capacity === 1 ? 'One place is' : `${capacity} places are`} on sale, but ${has}. Lower the capacity under Manage Performances first.`;
}

/** Validates that the seats which visitors hold exist and stay free. */
export function validateHeldSeats(plan: Plan, held: readonly string[]): string[] {
  const wrong = held.filter((seat) => !isSeat(plan, seat) || plan.assignments[seat] !== undefined);
  if (wrong.length === 0) return [];
  return [
    `${formatSeats(wrong)}: a visitor is buying ${wrong.length === 1 ? 'it' : 'them'} right now. Try again in half an hour.`,
  ];
}

/** Parses seats typed into a field, "C1–C6, row E", or returns a message about the text. */
export function parseTypedSeats(
  text: string,
  isThere: (seat: string) => boolean,
): { seats: readonly string[] } | { wrong: string } {
  const parsed = parseSeats(text, isThere);
  if ('fault' in parsed) return { wrong: `“${parsed.fault}” isn’t a seat. Enter seats such as C1–C6, D3.` };
  const missing = parsed.seats.filter((seat) => !isThere(seat));
  if (missing.length > 0) return { wrong: `There is no seat ${missing.join(' or ')}.` };
  return parsed.seats.length === 0 ? { wrong: 'Enter the seats.' } : parsed;
}
