import {
  formatRowLetters,
  formatSeatLabel,
  formatSeatMark,
  formatSeats,
  isPlainSeatMark,
  maxHiddenSeats,
  maxPlanRows,
  maxSeatMarks,
  parseSeatLabel,
  plainSeatMark,
  type SeatKind,
  type SeatMark,
  sortSeats,
} from '#features/box-office/performances/seats.ts';
import {
  countUnseatedTickets,
  findAdjacentSeat,
  findBlock,
  isSeat,
  listOrderSeats,
  type Parties,
  type Plan,
} from './plan.ts';

/** The refusal of an action. */
export interface ActionRefusal {
  why: 'all seated' | 'taken' | 'no seat' | 'people there' | 'no room';
  says: string;
  /** The seats that the refusal is about. */
  seats: readonly string[];
}

/**
 * The plan after an action, with a message; or the action's refusal. `short` is set if only a part of the action was
 * possible.
 */
export type ActionOutcome = { plan: Plan; says: string; short?: ActionRefusal } | { refused: ActionRefusal };

const refuse = (
  why: ActionRefusal['why'],
  says: string,
  seats: readonly string[] = [],
): { refused: ActionRefusal } => ({
  refused: { why, says, seats },
});

const nameOf = (parties: Parties, ref = '') => parties.get(ref)?.name ?? `Order ${ref}`;

const refuseMissingSeat = (seat: string) => refuse('no seat', `There is no seat ${seat}.`, [seat]);
const refuseEmptySeat = (seat: string) => refuse('no seat', `Nobody is seated in ${seat}.`, [seat]);

/** The message if every ticket of a party is already seated. The specification prescribes its wording. */
export const allSeatedMessage = 'You have already assigned all the seats for this order.';

const removeAssignments = (plan: Plan, seats: readonly string[]): Plan => {
  const gone = new Set(seats);
  const remaining = Object.entries(plan.assignments).filter(([seat]) => !gone.has(seat));
  return { ...plan, assignments: Object.fromEntries(remaining) };
};

const assignSeats = (plan: Plan, seats: readonly string[], ref: string): Plan => ({
  ...plan,
  assignments: { ...plan.assignments, ...Object.fromEntries(seats.map((seat) => [seat, ref])) },
});

/** Drops the marks of seats that no longer exist. */
const dropMissingMarks = ({ marks, ...plan }: Plan): Plan => {
  if (!marks) return plan;
  return { ...plan, marks: Object.fromEntries(Object.entries(marks).filter(([seat]) => isSeat(plan, seat))) };
};

const isFree = (plan: Plan, seat: string | undefined): seat is string =>
  seat !== undefined && plan.assignments[seat] === undefined;

/**
 * Lists the seats that a party of `count` takes when it is dropped on `seat`: that seat, then free seats to its right,
 * then to its left.
 */
export function listFreeSeatsFrom(plan: Plan, seat: string, count: number): string[] {
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
 * Seats a party's unseated people on a seat and its free neighbours. If another party has the seat, the action is
 * refused; if `instead` is true, the block around the seat is unseated first.
 */
export function placeParty(
  plan: Plan,
  parties: Parties,
  { ref, seat, instead = false }: { ref: string; seat: string; instead?: boolean },
): ActionOutcome {
  const party = parties.get(ref);
  if (!party) return refuse('no seat', `There is no order ${ref}.`);
  if (!isSeat(plan, seat)) return refuseMissingSeat(seat);
  const left = countUnseatedTickets(plan, party);
  if (left <= 0) return refuse('all seated', allSeatedMessage, listOrderSeats(plan, ref));
  const there = plan.assignments[seat];
  if (there === ref) return refuse('taken', `${party.name} already has ${seat}.`, [seat]);
  if (there !== undefined && !instead) return refuse('taken', `${nameOf(parties, there)} has ${seat}.`, [seat]);
  const room = there === undefined ? plan : removeAssignments(plan, findBlock(plan, seat));
  const seats = listFreeSeatsFrom(room, seat, left);
  const more = left - seats.length;
  const says = `${party.name}: ${formatSeats(seats)}.${more > 0 ? ` ${more} more to seat.` : ''}`;
  const moved = there === undefined ? '' : ` ${nameOf(parties, there)} is back on the “To seat” list.`;
  return { plan: assignSeats(room, seats, ref), says: says + moved };
}

/** Moves a person from one seat to another. If another order has that seat, the two people swap seats. */
export function movePerson(plan: Plan, parties: Parties, { from, to }: { from: string; to: string }): ActionOutcome {
  const ref = plan.assignments[from];
  if (ref === undefined) return refuseEmptySeat(from);
  if (!isSeat(plan, to)) return refuseMissingSeat(to);
  const other = plan.assignments[to];
  if (other === ref) return refuse('taken', `${nameOf(parties, ref)} already has ${to}.`, [to]);
  const moved = assignSeats(removeAssignments(plan, [from]), [to], ref);
  if (other === undefined) return { plan: moved, says: `${nameOf(parties, ref)} moved from ${from} to ${to}.` };
  const says = `${nameOf(parties, ref)} now has ${to}, and ${nameOf(parties, other)} has ${from}.`;
  return { plan: assignSeats(moved, [from], other), says };
}

/** Moves the block around a seat, so that this seat goes to `to`. Every seat that the block needs must be free. */
export function moveBlock(plan: Plan, parties: Parties, { from, to }: { from: string; to: string }): ActionOutcome {
  const ref = plan.assignments[from];
  const [start, end] = [parseSeatLabel(from), parseSeatLabel(to)];
  if (ref === undefined || !start) return refuseEmptySeat(from);
  if (!end) return refuseMissingSeat(to);
  const block = findBlock(plan, from);
  const seats = block.map((seat) => {
    const { row, number } = parseSeatLabel(seat) ?? start;
    return formatSeatLabel({ row: row + end.row - start.row, number: number + end.number - start.number });
  });
  const missing = seats.filter((seat) => !isSeat(plan, seat));
  if (missing.length > 0) return refuse('no seat', `The whole block doesn’t fit at ${to}.`, missing);
  const taken = seats.filter((seat) => plan.assignments[seat] !== undefined && !block.includes(seat));
  if (taken.length > 0) return refuse('taken', `${formatSeats(taken)}: already taken.`, taken);
  if (from === to) return refuse('taken', `${nameOf(parties, ref)} already has ${to}.`, [to]);
  const says = `${nameOf(parties, ref)} moved to ${formatSeats(seats)}.`;
  return { plan: assignSeats(removeAssignments(plan, block), seats, ref), says };
}

/** The end at which a block is made wider or narrower. */
export type BlockSide = 'left' | 'right';

/**
 * Moves one end of a seat's block as near as possible to the seat number `to` of its row. The block never extends past
 * another order, a hidden seat or the end of the row, never exceeds the order's number of tickets, and never becomes
 * empty.
 */
export function resizeBlock(
  plan: Plan,
  parties: Parties,
  { seat, side, to }: { seat: string; side: BlockSide; to: number },
): ActionOutcome {
  const ref = plan.assignments[seat];
  if (ref === undefined) return refuseEmptySeat(seat);
  const party = parties.get(ref);
  const block = findBlock(plan, seat);
  const outwards = side === 'right' ? 1 : -1;
  const edge = (side === 'right' ? block.at(-1) : block[0]) ?? seat;
  const steps = ((parseSeatLabel(edge)?.number ?? to) - to) * -outwards;
  if (steps <= 0) {
    const gone = (side === 'right' ? block.toReversed() : block).slice(0, Math.min(-steps, block.length - 1));
    if (gone.length === 0) return refuse('no room', `${nameOf(parties, ref)} keeps ${formatSeats(block)}.`, block);
    return { plan: removeAssignments(plan, gone), says: `${nameOf(parties, ref)} no longer has ${formatSeats(gone)}.` };
  }
  const left = party ? countUnseatedTickets(plan, party) : 0;
  const seats: string[] = [];
  let short: ActionRefusal | undefined;
  let next = findAdjacentSeat(plan, edge, outwards);
  for (let step = 0; step < steps && next !== undefined && !short; step++) {
    const there = plan.assignments[next];
    // Seats that the order already has are skipped; a seat of another order ends the block
    if (there !== undefined && there !== ref) break;
    if (there === undefined && seats.length === left) short = refuse('all seated', allSeatedMessage, block).refused;
    else if (there === undefined) seats.push(next);
    next = findAdjacentSeat(plan, next, outwards);
  }
  if (seats.length > 0) {
    const wider = assignSeats(plan, seats, ref);
    const says = `${nameOf(parties, ref)}: ${formatSeats(findBlock(wider, seat))}.`;
    return { plan: wider, says, ...(short && { short }) };
  }
  if (short) return { refused: short };
  return refuse('no room', `There is no free seat next to ${edge}.`, [edge]);
}

export function clearSeat(plan: Plan, parties: Parties, { seat }: { seat: string }): ActionOutcome {
  const ref = plan.assignments[seat];
  if (ref === undefined) return refuseEmptySeat(seat);
  return { plan: removeAssignments(plan, [seat]), says: `${seat} is now free (was ${nameOf(parties, ref)}).` };
}

/** Clears the block around a seat. */
export function clearBlock(plan: Plan, parties: Parties, { seat }: { seat: string }): ActionOutcome {
  const block = findBlock(plan, seat);
  if (block.length === 0) return refuseEmptySeat(seat);
  const name = nameOf(parties, plan.assignments[seat]);
  const are = block.length === 1 ? 'is' : 'are';
  return { plan: removeAssignments(plan, block), says: `${formatSeats(block)} ${are} now free (was ${name}).` };
}

/** Clears all seats of an order. */
export function unseatParty(plan: Plan, parties: Parties, { ref }: { ref: string }): ActionOutcome {
  const seats = listOrderSeats(plan, ref);
  if (seats.length === 0) return refuse('no seat', `${nameOf(parties, ref)} has no seat.`);
  return { plan: removeAssignments(plan, seats), says: `${nameOf(parties, ref)} is back on the “To seat” list.` };
}

/** Adds a row at the back. */
export function addRow(plan: Plan): ActionOutcome {
  if (plan.rowCount >= maxPlanRows) return refuse('no room', `A plan can have at most ${maxPlanRows} rows.`);
  return { plan: { ...plan, rowCount: plan.rowCount + 1 }, says: `Row ${formatRowLetters(plan.rowCount)} added.` };
}

/**
 * Removes the last row. If people are seated there, the action is refused; if `clearing` is true, they are unseated
 * instead.
 */
export function removeRow(plan: Plan, { clearing = false }: { clearing?: boolean } = {}): ActionOutcome {
  const row = plan.rowCount - 1;
  if (row < 1) return refuse('no room', 'A plan needs at least one row.');
  const isThere = (seat: string) => (parseSeatLabel(seat)?.row ?? 0) < row;
  const people = sortSeats(Object.keys(plan.assignments).filter((seat) => !isThere(seat)));
  if (people.length > 0 && !clearing) {
    return refuse('people there', `People are seated in row ${formatRowLetters(row)}: ${formatSeats(people)}.`, people);
  }
  const less = { ...removeAssignments(plan, people), rowCount: row, hiddenSeats: plan.hiddenSeats.filter(isThere) };
  return { plan: dropMissingMarks(less), says: `Row ${formatRowLetters(row)} removed.` };
}

/** Sets a seat's mark, or removes it if the new mark is plain. The seat's occupant stays. */
function markSeat(plan: Plan, { seat, mark }: { seat: string; mark: SeatMark }): ActionOutcome {
  if (!isSeat(plan, seat)) return refuseMissingSeat(seat);
  const { [seat]: _, ...others } = plan.marks ?? {};
  if (isPlainSeatMark(mark)) return { plan: { ...plan, marks: others }, says: `${seat} is now an ordinary seat.` };
  if (Object.keys(others).length >= maxSeatMarks) {
    return refuse('no room', `You can mark at most ${maxSeatMarks} seats.`);
  }
  return { plan: { ...plan, marks: { ...others, [seat]: mark } }, says: `${seat}: ${formatSeatMark(mark)}.` };
}

/** Withholds seats from visitors for a reason; without a `reason`, releases them. The seats' kinds stay unchanged. */
export function withholdOrReleaseSeats(
  plan: Plan,
  { seats, reason, release }: { seats: readonly string[]; reason: string; release: number },
): ActionOutcome {
  const missing = seats.filter((seat) => !isSeat(plan, seat));
  if (missing.length > 0 || seats.length === 0) return refuseMissingSeat(missing.join(' or '));
  const before = plan.marks ?? {};
  const marked = seats.map((seat) => [seat, { ...(before[seat] ?? plainSeatMark), reason, release }] as const);
  const marks = Object.entries({ ...before, ...Object.fromEntries(marked) }).filter(
    ([, mark]) => !isPlainSeatMark(mark),
  );
  if (marks.length > maxSeatMarks) return refuse('no room', `You can mark at most ${maxSeatMarks} seats.`);
  const are = seats.length === 1 ? 'is' : 'are';
  const how = reason === '' ? 'back on sale to visitors' : `withheld from visitors (${reason})`;
  return {
    plan: { ...plan, marks: Object.fromEntries(marks) },
    says: `${formatSeats(seats)} ${are} ${how}.`,
  };
}

/** Sets the kind of a seat, or clears it if it has that kind already. */
export function toggleSeatKind(plan: Plan, { seat, kind }: { seat: string; kind: SeatKind }): ActionOutcome {
  const mark = plan.marks?.[seat] ?? plainSeatMark;
  return markSeat(plan, { seat, mark: { ...mark, kind: mark.kind === kind ? '' : kind } });
}

/**
 * Hides or shows seats. If one of them can't be hidden because it is occupied, or isn't on the plan, none is changed.
 */
export function setSeatsHidden(
  plan: Plan,
  parties: Parties,
  { seats, hidden }: { seats: readonly string[]; hidden: boolean },
): ActionOutcome {
  const missing = seats.filter((seat) => (parseSeatLabel(seat)?.row ?? plan.rowCount) >= plan.rowCount);
  if (missing.length > 0 || seats.length === 0) return refuseMissingSeat(missing.join(' or '));
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
  const less = dropMissingMarks({ ...plan, hiddenSeats: now });
  return { plan: less, says: `${written} ${are} now hidden (${now.length} of ${maxHiddenSeats}).` };
}

/** The item being moved: an unseated order, the person on one seat, or the block around a seat. */
export type DragItem =
  | { kind: 'order'; ref: string }
  | { kind: 'seat'; from: string }
  | { kind: 'block'; from: string };

/** Drops an item on a seat, by mouse, finger, pen or key. With `instead`, an order displaces the seat's occupants. */
export function dropItem(plan: Plan, parties: Parties, item: DragItem, seat: string, instead = false): ActionOutcome {
  if (item.kind === 'order') return placeParty(plan, parties, { ref: item.ref, seat, instead });
  const path = { from: item.from, to: seat };
  return item.kind === 'seat' ? movePerson(plan, parties, path) : moveBlock(plan, parties, path);
}

/**
 * Returns the seats that an item would take if it were dropped on a seat; none if the drop would be refused. For the
 * seat where it was picked up, returns the seats that it already has.
 */
export function listSeatsForDrop(plan: Plan, parties: Parties, item: DragItem, seat: string): readonly string[] {
  if (item.kind !== 'order' && item.from === seat) return item.kind === 'seat' ? [seat] : findBlock(plan, seat);
  const outcome = dropItem(plan, parties, item, seat, true);
  if ('refused' in outcome) return [];
  const ref = item.kind === 'order' ? item.ref : plan.assignments[item.from];
  if (item.kind === 'block') return findBlock(outcome.plan, seat);
  if (item.kind === 'seat') return [seat];
  const gained = Object.keys(outcome.plan.assignments).filter((one) => outcome.plan.assignments[one] === ref);
  return gained.filter((one) => plan.assignments[one] !== ref);
}
