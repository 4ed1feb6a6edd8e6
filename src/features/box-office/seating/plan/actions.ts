import {
  formatSeatLabel,
  formatSeats,
  maxHiddenSeats,
  maxRows,
  parseSeatLabel,
  rowLetters,
  sortSeats,
} from '#features/box-office/performances/seat-labels.ts';
import {
  formatSeatMark,
  isPlain,
  maxSeatMarks,
  plainSeat,
  type SeatKind,
  type SeatMark,
} from '#features/box-office/performances/seat-marks.ts';
import { blockOf, countUnseated, findAdjacentSeat, isSeat, listOrderSeats, type Parties, type Plan } from './plan.ts';

/** The reason why nothing was done. */
export interface ActionRefusal {
  why: 'all seated' | 'taken' | 'no seat' | 'people there' | 'no room';
  says: string;
  /** The seats it is about. */
  seats: readonly string[];
}

/** The plan after an action with a description of it, or the reason for its refusal. */
export type ActionOutcome = { plan: Plan; says: string; short?: ActionRefusal } | { refused: ActionRefusal };

const refuse = (
  why: ActionRefusal['why'],
  says: string,
  seats: readonly string[] = [],
): { refused: ActionRefusal } => ({
  refused: { why, says, seats },
});

const nameOf = (parties: Parties, ref = '') => parties.get(ref)?.name ?? `Order ${ref}`;

const noSeat = (seat: string) => refuse('no seat', `There is no seat ${seat}.`, [seat]);
const nobody = (seat: string) => refuse('no seat', `Nobody is seated in ${seat}.`, [seat]);

/** The refusal if every ticket of a party is seated already. */
export const allSeatedMessage = 'You have already assigned all the seats for this order.';

const without = (plan: Plan, seats: readonly string[]): Plan => {
  const gone = new Set(seats);
  const remaining = Object.entries(plan.assignments).filter(([seat]) => !gone.has(seat));
  return { ...plan, assignments: Object.fromEntries(remaining) };
};

const given = (plan: Plan, seats: readonly string[], ref: string): Plan => ({
  ...plan,
  assignments: { ...plan.assignments, ...Object.fromEntries(seats.map((seat) => [seat, ref])) },
});

/** Drops marks of seats that no longer exist. */
const withoutMarks = ({ marks, ...plan }: Plan): Plan => {
  if (!marks) return plan;
  return { ...plan, marks: Object.fromEntries(Object.entries(marks).filter(([seat]) => isSeat(plan, seat))) };
};

const isFree = (plan: Plan, seat: string | undefined): seat is string =>
  seat !== undefined && plan.assignments[seat] === undefined;

/**
 * Returns the seats that a party takes when it is dropped on `seat`: that one, those to its right, then those to its
 * left.
 */
export function seatsFrom(plan: Plan, seat: string, count: number): string[] {
  const seats = [seat];
  for (const by of [1, -1]) {
    for (let next = findAdjacentSeat(plan, seat, by); seats.length < count && isFree(plan, next); ) {
      seats.push(next);
      next = findAdjacentSeat(plan, next, by);
    }
  }
  return sortSeats(seats);
}

/**
 * Assigns a seat and its free neighbours to a party's unseated people. An occupied seat is refused, unless its
 * occupants may be displaced: then their block becomes unseated.
 */
export function place(
  plan: Plan,
  parties: Parties,
  { ref, seat, instead = false }: { ref: string; seat: string; instead?: boolean },
): ActionOutcome {
  const party = parties.get(ref);
  if (!party) return refuse('no seat', `There is no order ${ref}.`);
  if (!isSeat(plan, seat)) return noSeat(seat);
  const left = countUnseated(plan, party);
  if (left <= 0) return refuse('all seated', allSeatedMessage, listOrderSeats(plan, ref));
  const there = plan.assignments[seat];
  if (there === ref) return refuse('taken', `${party.name} already has ${seat}.`, [seat]);
  if (there !== undefined && !instead) return refuse('taken', `${nameOf(parties, there)} has ${seat}.`, [seat]);
  const room = there === undefined ? plan : without(plan, blockOf(plan, seat));
  const seats = seatsFrom(room, seat, left);
  const more = left - seats.length;
  const says = `${party.name}: ${formatSeats(seats)}.${more > 0 ? ` ${more} more to seat.` : ''}`;
  const moved = there === undefined ? '' : ` ${nameOf(parties, there)} is back on the “To seat” list.`;
  return { plan: given(room, seats, ref), says: says + moved };
}

/** Moves the person on one seat to another; two of different orders change places. */
export function move(plan: Plan, parties: Parties, { from, to }: { from: string; to: string }): ActionOutcome {
  const ref = plan.assignments[from];
  if (ref === undefined) return nobody(from);
  if (!isSeat(plan, to)) return noSeat(to);
  const other = plan.assignments[to];
  if (other === ref) return refuse('taken', `${nameOf(parties, ref)} already has ${to}.`, [to]);
  const moved = given(without(plan, [from]), [to], ref);
  if (other === undefined) return { plan: moved, says: `${nameOf(parties, ref)} moved from ${from} to ${to}.` };
  const says = `${nameOf(parties, ref)} now has ${to}, and ${nameOf(parties, other)} has ${from}.`;
  return { plan: given(moved, [from], other), says };
}

/** Moves the whole block of a seat, so that this seat goes to `to`. Every seat it needs has to be free. */
export function moveBlock(plan: Plan, parties: Parties, { from, to }: { from: string; to: string }): ActionOutcome {
  const ref = plan.assignments[from];
  const [start, end] = [parseSeatLabel(from), parseSeatLabel(to)];
  if (ref === undefined || !start) return nobody(from);
  if (!end) return noSeat(to);
  const block = blockOf(plan, from);
  const seats = block.map((seat) => {
    const { row, number } = parseSeatLabel(seat) ?? start;
    return formatSeatLabel({ row: row + end.row - start.row, number: number + end.number - start.number });
  });
  const missing = seats.filter((seat) => !isSeat(plan, seat));
  if (missing.length > 0)
    return refuse('no seat', `There aren’t ${seats.length} seats next to each other at ${to}.`, missing);
  const taken = seats.filter((seat) => plan.assignments[seat] !== undefined && !block.includes(seat));
  if (taken.length > 0) return refuse('taken', `${formatSeats(taken)}: already taken.`, taken);
  if (from === to) return refuse('taken', `${nameOf(parties, ref)} already has ${to}.`, [to]);
  const says = `${nameOf(parties, ref)} moved to ${formatSeats(seats)}.`;
  return { plan: given(without(plan, block), seats, ref), says };
}

/** The edge of a block that is drawn. */
export type Side = 'left' | 'right';

/**
 * Draws an edge of a seat's block as near as possible to the seat number `to` of its row: never across another order, a
 * hidden seat or the end of the row, never beyond the number that the order has bought, and never to nothing.
 */
export function resize(
  plan: Plan,
  parties: Parties,
  { seat, side, to }: { seat: string; side: Side; to: number },
): ActionOutcome {
  const ref = plan.assignments[seat];
  if (ref === undefined) return nobody(seat);
  const party = parties.get(ref);
  const block = blockOf(plan, seat);
  const outwards = side === 'right' ? 1 : -1;
  const edge = (side === 'right' ? block.at(-1) : block[0]) ?? seat;
  const steps = ((parseSeatLabel(edge)?.number ?? to) - to) * -outwards;
  if (steps <= 0) {
    const gone = (side === 'right' ? block.toReversed() : block).slice(0, Math.min(-steps, block.length - 1));
    if (gone.length === 0) return refuse('no room', `${nameOf(parties, ref)} keeps ${formatSeats(block)}.`, block);
    return { plan: without(plan, gone), says: `${nameOf(parties, ref)} no longer has ${formatSeats(gone)}.` };
  }
  const left = party ? countUnseated(plan, party) : 0;
  const seats: string[] = [];
  let short: ActionRefusal | undefined;
  let next = findAdjacentSeat(plan, edge, outwards);
  for (let step = 0; step < steps && next !== undefined && !short; step++) {
    const there = plan.assignments[next];
    // Seats that they have already are skipped
    if (there !== undefined && there !== ref) break;
    if (there === undefined && seats.length === left) short = refuse('all seated', allSeatedMessage, block).refused;
    else if (there === undefined) seats.push(next);
    next = findAdjacentSeat(plan, next, outwards);
  }
  if (seats.length > 0) {
    const wider = given(plan, seats, ref);
    const says = `${nameOf(parties, ref)}: ${formatSeats(blockOf(wider, seat))}.`;
    return { plan: wider, says, ...(short && { short }) };
  }
  if (short) return { refused: short };
  return refuse('no room', `There is no free seat next to ${edge}.`, [edge]);
}

/** Clears one seat. */
export function clearSeat(plan: Plan, parties: Parties, { seat }: { seat: string }): ActionOutcome {
  const ref = plan.assignments[seat];
  if (ref === undefined) return nobody(seat);
  return { plan: without(plan, [seat]), says: `${seat} is now free (was ${nameOf(parties, ref)}).` };
}

/** Clears a seat and the adjacent ones of the same order. */
export function clearBlock(plan: Plan, parties: Parties, { seat }: { seat: string }): ActionOutcome {
  const block = blockOf(plan, seat);
  if (block.length === 0) return nobody(seat);
  const name = nameOf(parties, plan.assignments[seat]);
  const are = block.length === 1 ? 'is' : 'are';
  return { plan: without(plan, block), says: `${formatSeats(block)} ${are} now free (was ${name}).` };
}

/** Moves a whole party back to the unseated. */
export function unseat(plan: Plan, parties: Parties, { ref }: { ref: string }): ActionOutcome {
  const seats = listOrderSeats(plan, ref);
  if (seats.length === 0) return refuse('no seat', `${nameOf(parties, ref)} has no seat.`);
  return { plan: without(plan, seats), says: `${nameOf(parties, ref)} is back on the “To seat” list.` };
}

/** Adds a row behind the last. */
export function addRow(plan: Plan): ActionOutcome {
  if (plan.rowCount >= maxRows) return refuse('no room', `A plan can have at most ${maxRows} rows.`);
  return { plan: { ...plan, rowCount: plan.rowCount + 1 }, says: `Row ${rowLetters(plan.rowCount)} added.` };
}

/** Removes the last row. If it is occupied that is refused, unless its occupants may be unseated. */
export function removeRow(plan: Plan, { clearing = false }: { clearing?: boolean } = {}): ActionOutcome {
  const row = plan.rowCount - 1;
  if (row < 1) return refuse('no room', 'A plan needs at least one row.');
  const isThere = (seat: string) => (parseSeatLabel(seat)?.row ?? 0) < row;
  const people = sortSeats(Object.keys(plan.assignments).filter((seat) => !isThere(seat)));
  if (people.length > 0 && !clearing) {
    return refuse('people there', `People are seated in row ${rowLetters(row)}: ${formatSeats(people)}.`, people);
  }
  const less = { ...without(plan, people), rowCount: row, hiddenSeats: plan.hiddenSeats.filter(isThere) };
  return { plan: withoutMarks(less), says: `Row ${rowLetters(row)} removed.` };
}

/** Sets or clears a seat's mark. Its occupant stays. */
function markSeat(plan: Plan, { seat, mark }: { seat: string; mark: SeatMark }): ActionOutcome {
  if (!isSeat(plan, seat)) return noSeat(seat);
  const { [seat]: _, ...others } = plan.marks ?? {};
  if (isPlain(mark)) return { plan: { ...plan, marks: others }, says: `${seat} is now an ordinary seat.` };
  if (Object.keys(others).length >= maxSeatMarks) {
    return refuse('no room', `You can mark at most ${maxSeatMarks} seats.`);
  }
  return { plan: { ...plan, marks: { ...others, [seat]: mark } }, says: `${seat}: ${formatSeatMark(mark)}.` };
}

/** Withholds seats from visitors, all for one reason; with no `reason`, sells them again. Their kinds stay. */
export function withholdSeats(
  plan: Plan,
  { seats, reason, release }: { seats: readonly string[]; reason: string; release: number },
): ActionOutcome {
  const missing = seats.filter((seat) => !isSeat(plan, seat));
  if (missing.length > 0 || seats.length === 0) return noSeat(missing.join(' or '));
  const before = plan.marks ?? {};
  const marked = seats.map((seat) => [seat, { ...(before[seat] ?? plainSeat), reason, release }] as const);
  const marks = Object.entries({ ...before, ...Object.fromEntries(marked) }).filter(([, mark]) => !isPlain(mark));
  if (marks.length > maxSeatMarks) return refuse('no room', `You can mark at most ${maxSeatMarks} seats.`);
  const are = seats.length === 1 ? 'is' : 'are';
  const how = reason === '' ? 'back on sale to visitors' : `withheld from visitors (${reason})`;
  return {
    plan: { ...plan, marks: Object.fromEntries(marks) },
    says: `${formatSeats(seats)} ${are} ${how}.`,
  };
}

/** Gives a seat that kind, or none. */
export function toggleKind(plan: Plan, { seat, kind }: { seat: string; kind: SeatKind }): ActionOutcome {
  const mark = plan.marks?.[seat] ?? plainSeat;
  return markSeat(plan, { seat, mark: { ...mark, kind: mark.kind === kind ? '' : kind } });
}

/** Hides seats of the plan, or shows them again: all of them or none. An occupied one stays. */
export function setSeatsHidden(
  plan: Plan,
  parties: Parties,
  { seats, hidden }: { seats: readonly string[]; hidden: boolean },
): ActionOutcome {
  const missing = seats.filter((seat) => (parseSeatLabel(seat)?.row ?? plan.rowCount) >= plan.rowCount);
  if (missing.length > 0 || seats.length === 0) return noSeat(missing.join(' or '));
  const [before, meant] = [new Set(plan.hiddenSeats), new Set(seats)];
  const [written, are] = [formatSeats(meant), meant.size === 1 ? 'is' : 'are'];
  if (seats.every((seat) => before.has(seat) === hidden)) {
    return refuse('no seat', `${written} ${are} already ${hidden ? 'hidden' : 'shown'}.`, seats);
  }
  const now = sortSeats(hidden ? before.union(meant) : before.difference(meant));
  if (!hidden) return { plan: { ...plan, hiddenSeats: now }, says: `${written} ${are} back on the plan.` };
  const people = seats.filter((seat) => plan.assignments[seat] !== undefined);
  const [first = ''] = people;
  if (people.length > 1) return refuse('people there', `${formatSeats(people)}: already taken.`, people);
  if (people.length > 0) {
    return refuse('people there', `${nameOf(parties, plan.assignments[first])} has ${first}.`, people);
  }
  if (now.length > maxHiddenSeats) {
    return refuse('no room', `You can hide at most ${maxHiddenSeats} seats: that would make ${now.length}.`, seats);
  }
  const less = withoutMarks({ ...plan, hiddenSeats: now });
  return { plan: less, says: `${written} ${are} now hidden (${now.length} of ${maxHiddenSeats}).` };
}
