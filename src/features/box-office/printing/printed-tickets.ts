import { formatSeatRanges } from '#features/box-office/performances/seat-labels.ts';
import { listOrderSeats, type Party, type Plan } from '#features/box-office/seating/plan/plan.ts';
import { fold } from '#platform/shared/text/text.ts';

/** A printed ticket for a whole order. */
export interface PrintedTicket {
  ref: string;
  name: string;
  seats: string[];
  /** The number of tickets of the party that have no seat yet. */
  unseated: number;
  programmes: number;
}

/** Returns the number of programmes for a party: one for every two tickets, rounded up. */
export const countProgrammes = (tickets: number): number => Math.ceil(tickets / 2);

/** Returns the last word of a name, by which tickets are sorted. */
const getLastName = (name: string): string => name.trim().split(/\s+/).at(-1) ?? '';

const initials = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** Returns the initial of the last name, E for "É"; undefined if it isn't a letter from A to Z. */
export function getLastNameInitial(name: string): string | undefined {
  const [first = ''] = fold(getLastName(name)).toUpperCase();
  return initials.includes(first) ? first : undefined;
}

/**
 * Groups parties by the initial of their last name. There is one bucket for each letter; all other parties are returned
 * separately.
 */
export function groupByInitial<Named extends { name: string }>(
  parties: Iterable<Named>,
): { buckets: { initial: string; parties: Named[] }[]; others: Named[] } {
  const sorted = [...parties].sort((a, b) => compareLastNames(a.name, b.name));
  const groups = Map.groupBy(sorted, ({ name }) => getLastNameInitial(name));
  return {
    buckets: initials.map((initial) => ({ initial, parties: groups.get(initial) ?? [] })),
    others: groups.get(undefined) ?? [],
  };
}

/** Compares names for sorting: by last name, then by the whole name. */
const compareLastNames = (a: string, b: string): number =>
  fold(getLastName(a)).localeCompare(fold(getLastName(b)), 'en') || fold(a).localeCompare(fold(b), 'en');

/** Returns the printed ticket of an order, with its seats as ranges. */
export function toPrintedTicket(
  plan: Pick<Plan, 'assignments'>,
  { ref, name, count }: Omit<Party, 'note'>,
): PrintedTicket {
  const seats = listOrderSeats(plan, ref);
  return {
    ref,
    name,
    seats: formatSeatRanges(seats),
    unseated: count - seats.length,
    programmes: countProgrammes(count),
  };
}

/**
 * Lists a performance's tickets by the initial of the last name; tickets without such an initial are listed separately.
 */
export function listPrintedTickets(
  plan: Pick<Plan, 'assignments'>,
  parties: Iterable<Omit<Party, 'note'>>,
): { listed: PrintedTicket[]; others: PrintedTicket[] } {
  const { buckets, others } = groupByInitial([...parties].map((party) => toPrintedTicket(plan, party)));
  return { listed: buckets.flatMap((bucket) => bucket.parties), others };
}
