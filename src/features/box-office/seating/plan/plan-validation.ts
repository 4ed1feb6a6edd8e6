import { formatSeats, parseSeatLabel } from '#features/box-office/performances/seat-labels.ts';
import type { PromisedSeats } from './moved-orders.ts';
import { isSeat, type Plan, seatedCounts, seatsIn } from './plan.ts';

/**
 * Validates a plan before it is saved. Returns sentences that name the seats: everybody's seat must exist, each order
 * must be one of this performance, and none may have more seats than tickets.
 */
export function validatePlan(plan: Plan, tickets: ReadonlyMap<string, number>): string[] {
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
      faults.push(`${formatSeats(own)}: order ${ref} has ${bought} tickets but ${own.length} seats on this plan.`);
    }
  }
  return faults;
}

/**
 * Lists promised seats that this plan removes. Their buyers must be given and told new seats first, so that nobody
 * arrives at a missing seat.
 */
export function validatePromisedSeats(
  plan: Plan,
  { before, known, nameOf }: { before: Plan; known: PromisedSeats; nameOf: (ref: string) => string },
): string[] {
  const [there, isThere] = [new Set(seatsIn(before)), new Set(seatsIn(plan))];
  const gone = Object.entries(known).flatMap(([ref, own]) =>
    own.flatMap((seat) => (there.has(seat) && !isThere.has(seat) ? [{ seat, name: nameOf(ref) }] : [])),
  );
  if (gone.length === 0) return [];
  const seats = formatSeats(gone.map(({ seat }) => seat));
  const names = shortList([...new Set(gone.map(({ name }) => name))]);
  const go = gone.length === 1 ? 'you can remove it' : 'you can remove them';
  return [
    `${seats}: promised to ${names}. Move them to other seats and save before you remove ${gone.length === 1 ? 'this one' : 'these'}. Once they’ve been told, ${go}: Manage Bookings lists who still needs telling.`,
  ];
}

/** Lists orders with fewer seats in a plan than tickets, with the number of tickets without a seat. */
export function listUnseatedOrders<Ticket extends { ref: number; name: string }>(
  { assignments }: Pick<Plan, 'assignments'>,
  tickets: readonly Ticket[],
): { name: string; count: number }[] {
  const seated = seatedCounts({ assignments });
  return [...Map.groupBy(tickets, ({ ref }) => ref)].flatMap(([ref, own]) => {
    const count = own.length - (seated.get(`${ref}`) ?? 0);
    return count > 0 ? [{ name: own[0]?.name ?? '', count }] : [];
  });
}

/** The number for which a sentence has room. */
const mostNamed = 5;

function formatUnseated(unseated: readonly { name: string; count: number }[]): string {
  if (unseated.length === 0) return '';
  return ` Not yet seated: ${shortList(unseated.map(({ name, count }) => `${name} (${count})`))}.`;
}

/** "Ann Lee, Bob Ray and 3 more" */
function shortList(items: readonly string[]): string {
  const more = items.length - mostNamed;
  return `${items.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Returns the reason why a plan has too few seats; "" if it hasn't. `before` is the former number: a plan that was too
 * small for places which staff seat later may stay so, but not shrink.
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
  /** True if its seats are sold by number. */
  numbered: boolean;
  /** The number of tickets sold or held. */
  taken: number;
  /** The capacity, if somebody has set it. */
  capacity: number | null;
  /** Parties without a seat in it. */
  unseated?: readonly { name: string; count: number }[];
}): string {
  if (seats >= before && !numbered) return '';
  const has = `this plan has ${seats} seats`;
  if (taken > seats) {
    const few = `${taken - seats} too few`;
    return `${taken} places are sold or held, but ${has}: ${few}. Add a row or show hidden seats.${formatUnseated(unseated)}`;
  }
  if (capacity === null || capacity <= seats) return '';
  return `${capacity} places are on sale, but ${has}. Lower the capacity under Manage Performances first.`;
}

/** Validates a plan against the seats that visitors hold: they must exist, and stay free for them. */
export function validateHeldSeats(plan: Plan, held: readonly string[]): string[] {
  const wrong = held.filter((seat) => !isSeat(plan, seat) || plan.assignments[seat] !== undefined);
  if (wrong.length === 0) return [];
  return [
    `${formatSeats(wrong)}: a visitor is buying ${wrong.length === 1 ? 'it' : 'them'} right now. Try again in ten minutes.`,
  ];
}
