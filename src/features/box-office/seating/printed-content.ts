import {
  formatRowLetters,
  formatSeatLabel,
  formatSeatRanges,
  lastSeatBeforeAisle,
  parseSeatLabel,
  seatsPerRow,
} from '#features/box-office/performances/seats.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { findBlock, isSeat, listOrderSeats, type Party, type Plan } from './plan/plan.ts';

/** One cell of the printed plan: an order's seats on one side of the aisle, a free seat, or a gap. */
export interface WallPlanCell {
  /** The number of the cell's first seat. */
  number: number;
  /** The cell's width in seats. */
  span: number;
  /** The order that has the seat; undefined for a free seat. */
  ref?: string;
  /** Set if there is no seat. */
  gap?: true;
}

/**
 * Returns a row of the plan as cells, starting at seat 1. An order's seats across the aisle become two cells.
 */
export function buildWallPlanRow(plan: Plan, row: number): WallPlanCell[] {
  const cells: WallPlanCell[] = [];
  for (let number = 1; number <= seatsPerRow; ) {
    const label = formatSeatLabel({ row, number });
    const end = number <= lastSeatBeforeAisle ? lastSeatBeforeAisle : seatsPerRow;
    const ref = plan.assignments[label];
    const last = parseSeatLabel(findBlock(plan, label).at(-1) ?? label)?.number ?? number;
    const span = ref === undefined ? 1 : Math.min(last, end) - number + 1;
    cells.push(isSeat(plan, label) ? { number, span, ...(ref !== undefined && { ref }) } : { number, span, gap: true });
    number += span;
  }
  return cells;
}

/** The label at one end of a row: its letters, and the seats on that side of the aisle. */
export interface RowLabel {
  letters: string;
  first: number;
  last: number;
}

/** Lists the labels: one for each row and side of the aisle, none for a side without seats. */
export const listRowLabels = (plan: Pick<Plan, 'rowCount' | 'hiddenSeats'>): RowLabel[] =>
  Array.from({ length: plan.rowCount }, (_, row) =>
    [
      { from: 1, to: lastSeatBeforeAisle },
      { from: lastSeatBeforeAisle + 1, to: seatsPerRow },
    ].flatMap(({ from, to }) => {
      const numbers = Array.from({ length: to - from + 1 }, (_none, at) => from + at);
      const there = numbers.filter((number) => isSeat({ ...plan, assignments: {} }, formatSeatLabel({ row, number })));
      const [first, last] = [there[0], there.at(-1)];
      return first === undefined || last === undefined ? [] : [{ letters: formatRowLetters(row), first, last }];
    }),
  ).flat();

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
  const [first = ''] = foldText(getLastName(name)).toUpperCase();
  return initials.includes(first) ? first : undefined;
}

/**
 * Groups parties by the initial of their last name. There is one bucket for each letter; all other parties are returned
 * separately.
 */
export function groupByLastNameInitial<Named extends { name: string }>(
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
  foldText(getLastName(a)).localeCompare(foldText(getLastName(b)), 'en') ||
  foldText(a).localeCompare(foldText(b), 'en');

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
 * Lists a performance's printed tickets by the initial of the last name. Tickets of parties whose last name has no
 * initial from A to Z are listed separately.
 */
export function listPrintedTickets(
  plan: Pick<Plan, 'assignments'>,
  parties: Iterable<Omit<Party, 'note'>>,
): { listed: PrintedTicket[]; others: PrintedTicket[] } {
  const { buckets, others } = groupByLastNameInitial([...parties].map((party) => toPrintedTicket(plan, party)));
  return { listed: buckets.flatMap((bucket) => bucket.parties), others };
}
