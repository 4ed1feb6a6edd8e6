import { formatSeats, parseSeatLabel, type SeatMark, sortSeats } from '#features/box-office/performances/seats.ts';
import { countSeatsByOrder, groupSeatsByOrder, isSeat, type Parties, type Plan, type PromisedSeats } from './plan.ts';

/** A plan and ticket prices, which are saved together. */
export interface PlanDraft {
  plan: Plan;
  /** Ticket prices in pence, by ticket type. */
  prices: Readonly<Record<string, number>>;
}

/**
 * Removes seats of orders that no longer exist, and seats beyond an order's number of tickets. `getRank` ranks the
 * seats of an order. Seats with the highest rank are removed first; of equal ranks, the last seat first.
 */
export function pruneAssignments(plan: Plan, parties: Parties, getRank: (seat: string) => number = () => 0): Plan {
  const isOver = ([ref, seats]: [string, number]) => seats > (parties.get(ref)?.count ?? 0);
  if (![...countSeatsByOrder(plan)].some(isOver)) return plan;
  const left = new Map([...parties.values()].map(({ ref, count }) => [ref, count]));
  const seats = sortSeats(Object.keys(plan.assignments)).sort((a, b) => getRank(a) - getRank(b));
  const remaining = seats.filter((seat) => {
    const ref = plan.assignments[seat] ?? '';
    const count = left.get(ref) ?? 0;
    left.set(ref, count - 1);
    return count > 0;
  });
  return { ...plan, assignments: Object.fromEntries(remaining.map((seat) => [seat, plan.assignments[seat] ?? ''])) };
}

export function isSamePlanDraft(a: PlanDraft, b: PlanDraft): boolean {
  return (a.plan === b.plan || isSamePlan(a, b)) && isSameRecord(a.prices, b.prices);
}

function isSamePlan(a: PlanDraft, b: PlanDraft): boolean {
  const { rows, hidden, marks } = findDifferingPlanParts(a, b);
  return !rows && !hidden && !marks && isSameRecord(a.plan.assignments, b.plan.assignments);
}

/** Compares two drafts. For each part except the seat assignments, the result is true if the drafts differ in it. */
export const findDifferingPlanParts = (a: PlanDraft, b: PlanDraft) => ({
  rows: a.plan.rowCount !== b.plan.rowCount,
  hidden: sortSeats(a.plan.hiddenSeats).join() !== sortSeats(b.plan.hiddenSeats).join(),
  marks: !isSameRecord(toComparableMarks(a), toComparableMarks(b)),
  prices: !isSameRecord(a.prices, b.prices),
});

/** Converts marks to texts that can be compared. */
const toComparableMarks = ({ plan }: PlanDraft): Record<string, string> =>
  Object.fromEntries(
    Object.entries(plan.marks ?? {}).map(([seat, { kind, reason, release }]) => [
      seat,
      JSON.stringify({ kind, reason, release }),
    ]),
  );

function isSameRecord<Value>(a: Readonly<Record<string, Value>>, b: Readonly<Record<string, Value>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** Counts the seats, rows, marks and prices that differ between two drafts. */
export function countDraftDifferences(a: PlanDraft, b: PlanDraft): number {
  const differing = <Value>(one: Readonly<Record<string, Value>>, other: Readonly<Record<string, Value>>) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => one[key] !== other[key]).length;
  const [hidden, others] = [new Set(a.plan.hiddenSeats), new Set(b.plan.hiddenSeats)];
  return (
    differing(a.plan.assignments, b.plan.assignments) +
    differing(a.prices, b.prices) +
    differing(toComparableMarks(a), toComparableMarks(b)) +
    hidden.symmetricDifference(others).size +
    Math.abs(a.plan.rowCount - b.plan.rowCount)
  );
}

/** Lists the assigned seats of `theirs` that `base` doesn't assign to the same order. */
const listSeatsGivenSince = (base: PlanDraft, theirs: PlanDraft): string[] =>
  Object.keys(theirs.plan.assignments).filter((seat) => theirs.plan.assignments[seat] !== base.plan.assignments[seat]);

/**
 * Merges two drafts that were changed from the same base. A seat that `theirs` newly assigns stays assigned, because it
 * may have been bought. If both sides changed the same other part, `mine` wins. Afterwards no order has more seats than
 * tickets, and nobody sits on a seat that was removed.
 */
export function mergePlanDrafts(base: PlanDraft, mine: PlanDraft, theirs: PlanDraft, parties: Parties): PlanDraft {
  const given = new Set(listSeatsGivenSince(base, theirs));
  const pick = <Value>(before: Value, my: Value, their: Value): Value => (my === before ? their : my);
  const recordOf = <Value>(of: (draft: PlanDraft) => Readonly<Record<string, Value>>): Record<string, Value> => {
    const keys = new Set([base, mine, theirs].flatMap((draft) => Object.keys(of(draft))));
    const entries = [...keys].flatMap((key): [string, Value][] => {
      const value = pick(of(base)[key], of(mine)[key], of(theirs)[key]);
      return value === undefined ? [] : [[key, value]];
    });
    return Object.fromEntries(entries);
  };
  const rowsNeeded = Math.max(0, ...[...given].map((seat) => (parseSeatLabel(seat)?.row ?? -1) + 1));
  const rowCount = Math.max(pick(base.plan.rowCount, mine.plan.rowCount, theirs.plan.rowCount), rowsNeeded);
  const hidden = sortSeats(Object.keys(recordOf(toHiddenRecord))).filter((seat) => !given.has(seat));
  const layout = { rowCount, hiddenSeats: hidden, assignments: {} };
  const existingHidden = hidden.filter((seat) => isSeat({ ...layout, hiddenSeats: [] }, seat));
  const newLayout = { ...layout, hiddenSeats: existingHidden };
  const marks = Object.fromEntries(
    Object.entries(recordOf(toComparableMarks)).flatMap(([seat, mark]): [string, SeatMark][] =>
      isSeat(newLayout, seat) ? [[seat, JSON.parse(mark)]] : [],
    ),
  );
  const whole = { ...newLayout, ...(Object.keys(marks).length > 0 && { marks }) };
  const theirAssignments = theirs.plan.assignments;
  const seats = Object.entries({
    ...recordOf(({ plan }) => plan.assignments),
    ...Object.fromEntries([...given].map((seat) => [seat, theirAssignments[seat] ?? ''])),
  }).filter(([seat]) => isSeat(whole, seat));
  const assignments = Object.fromEntries(seats);
  const getRank = (seat: string) => (given.has(seat) ? 0 : theirAssignments[seat] === assignments[seat] ? 1 : 2);
  return {
    plan: pruneAssignments({ ...whole, assignments }, parties, getRank),
    prices: pickSharedTypes(
      recordOf(({ prices }) => prices),
      theirs.prices,
    ),
  };
}

/** Drops prices of ticket types that were renamed or removed in the meantime. */
const pickSharedTypes = (prices: PlanDraft['prices'], there: PlanDraft['prices']): PlanDraft['prices'] =>
  Object.fromEntries(Object.entries(prices).filter(([type]) => Object.hasOwn(there, type)));

const toHiddenRecord = ({ plan }: PlanDraft): Record<string, true> =>
  Object.fromEntries(plan.hiddenSeats.map((seat) => [seat, true]));

/** Functions that return the parts of a draft as records, which can be compared key by key. */
const draftParts = [
  ({ plan }: PlanDraft) => plan.assignments,
  ({ prices }: PlanDraft) => prices,
  toComparableMarks,
  toHiddenRecord,
  ({ plan }: PlanDraft) => ({ rows: plan.rowCount }),
] as const satisfies readonly ((draft: PlanDraft) => Readonly<Record<string, unknown>>)[];

/** Returns true if the merged draft has all changes of one side. */
const includesChanges = (base: PlanDraft, changed: PlanDraft, both: PlanDraft): boolean =>
  draftParts.every((of: (draft: PlanDraft) => Readonly<Record<string, unknown>>) => {
    const [before, after, now] = [of(base), of(changed), of(both)];
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.every((key) => after[key] === before[key] || now[key] === after[key]);
  });

/**
 * Merges two changed drafts of one base. `isWhole` is true if no change of either side is lost, apart from seats of
 * orders that no longer exist and seats beyond an order's number of tickets.
 */
export function mergeDraftsAndDetectLoss(...[base, mine, theirs, parties]: Parameters<typeof mergePlanDrafts>): {
  both: PlanDraft;
  isWhole: boolean;
} {
  const both = mergePlanDrafts(base, mine, theirs, parties);
  const prune = (draft: PlanDraft): PlanDraft => ({ ...draft, plan: pruneAssignments(draft.plan, parties) });
  const before = prune(base);
  return { both, isWhole: includesChanges(before, prune(mine), both) && includesChanges(before, prune(theirs), both) };
}

/** Returns my draft instead of theirs, except for seats that were bought in the meantime and promised to the buyers. */
export function overwritePlanDraft(
  base: PlanDraft,
  mine: PlanDraft,
  theirs: PlanDraft,
  { parties, known }: { parties: Parties; known: PromisedSeats },
): PlanDraft {
  const bought = listSeatsGivenSince(base, theirs).flatMap((seat): [string, string][] => {
    const ref = theirs.plan.assignments[seat] ?? '';
    return known[ref]?.includes(seat) ? [[seat, ref]] : [];
  });
  const assignments = { ...base.plan.assignments, ...Object.fromEntries(bought) };
  const prices = { ...theirs.prices, ...pickSharedTypes(base.prices, theirs.prices) };
  return mergePlanDrafts(base, mine, { plan: { ...base.plan, assignments }, prices }, parties);
}

/**
 * Formats the seats of each party that a merge changed: "Merged with the other version. Grace Adeyemi: C9, C10, no
 * longer C7, C8."
 */
export function formatPlanMerge(mine: PlanDraft, both: PlanDraft, parties: Parties): string {
  const [had, has] = [groupSeatsByOrder(mine.plan), groupSeatsByOrder(both.plan)];
  const changed = [...new Set([...had.keys(), ...has.keys()])].flatMap((ref) => {
    const [before, now] = [had.get(ref) ?? [], has.get(ref) ?? []];
    if (before.join() === now.join()) return [];
    const lost = before.filter((seat) => !now.includes(seat));
    const seats = now.length > 0 ? formatSeats(now) : 'no seats';
    const name = parties.get(ref)?.name ?? `Order ${ref}`;
    return [`${name}: ${seats}${lost.length > 0 ? `, no longer ${formatSeats(lost)}` : ''}.`];
  });
  return ['Merged with the other version.', ...changed].join(' ');
}
