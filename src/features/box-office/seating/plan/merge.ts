import { formatSeats, parseSeatLabel, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import type { SeatMark } from '#features/box-office/performances/seat-marks.ts';
import type { PromisedSeats } from './moved-orders.ts';
import { isSeat, type Parties, type Plan, seatedCounts, seatsByOrder } from './plan.ts';

/** The data of a performance's seats that are saved together. */
export interface Draft {
  plan: Plan;
  /** Pence by ticket type. */
  prices: Readonly<Record<string, number>>;
}

/**
 * Returns a plan without orders that have ended, and without seats beyond the number an order bought: its last ones, or
 * with `comes` its later ones.
 */
export function pruneAssignments(plan: Plan, parties: Parties, comes: (seat: string) => number = () => 0): Plan {
  const isOver = ([ref, seats]: [string, number]) => seats > (parties.get(ref)?.count ?? 0);
  if (![...seatedCounts(plan)].some(isOver)) return plan;
  const left = new Map([...parties.values()].map(({ ref, count }) => [ref, count]));
  const seats = sortSeats(Object.keys(plan.assignments)).sort((a, b) => comes(a) - comes(b));
  const remaining = seats.filter((seat) => {
    const ref = plan.assignments[seat] ?? '';
    const count = left.get(ref) ?? 0;
    left.set(ref, count - 1);
    return count > 0;
  });
  return { ...plan, assignments: Object.fromEntries(remaining.map((seat) => [seat, plan.assignments[seat] ?? ''])) };
}

/** Returns true if two drafts look the same. */
export function isSameDraft(a: Draft, b: Draft): boolean {
  return (a.plan === b.plan || isSamePlan(a, b)) && sameRecord(a.prices, b.prices);
}

function isSamePlan(a: Draft, b: Draft): boolean {
  const { rows, hidden, marks } = changedParts(a, b);
  return !rows && !hidden && !marks && sameRecord(a.plan.assignments, b.plan.assignments);
}

/** Returns the parts of a plan that differ, apart from the seat assignments. */
export const changedParts = (a: Draft, b: Draft) => ({
  rows: a.plan.rowCount !== b.plan.rowCount,
  hidden: sortSeats(a.plan.hiddenSeats).join() !== sortSeats(b.plan.hiddenSeats).join(),
  marks: !sameRecord(marksOf(a), marksOf(b)),
  prices: !sameRecord(a.prices, b.prices),
});

/** Returns the marks of special seats as texts that can be compared. */
const marksOf = ({ plan }: Draft): Record<string, string> =>
  Object.fromEntries(
    Object.entries(plan.marks ?? {}).map(([seat, { kind, reason, release }]) => [
      seat,
      JSON.stringify({ kind, reason, release }),
    ]),
  );

function sameRecord<Value>(a: Readonly<Record<string, Value>>, b: Readonly<Record<string, Value>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** Counts the seats, rows and prices that differ between two drafts. */
export function countChanges(a: Draft, b: Draft): number {
  const differing = <Value>(one: Readonly<Record<string, Value>>, other: Readonly<Record<string, Value>>) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => one[key] !== other[key]).length;
  const [hidden, others] = [new Set(a.plan.hiddenSeats), new Set(b.plan.hiddenSeats)];
  return (
    differing(a.plan.assignments, b.plan.assignments) +
    differing(a.prices, b.prices) +
    differing(marksOf(a), marksOf(b)) +
    hidden.symmetricDifference(others).size +
    Math.abs(a.plan.rowCount - b.plan.rowCount)
  );
}

/** Seats that have somebody who wasn't in them before. */
const givenSince = (base: Draft, theirs: Draft): string[] =>
  Object.keys(theirs.plan.assignments).filter((seat) => theirs.plan.assignments[seat] !== base.plan.assignments[seat]);

/**
 * Merges two changes of one plan: each seat as changed. A seat that theirs, which is saved, assigned to somebody stays
 * theirs, since they may have bought it. If both changed anything else, mine wins; nobody gets more seats than they
 * bought, and a removed seat is empty.
 */
export function mergePlanDrafts(base: Draft, mine: Draft, theirs: Draft, parties: Parties): Draft {
  const given = new Set(givenSince(base, theirs));
  const ours = <Value>(before: Value, my: Value, their: Value): Value => (my === before ? their : my);
  const recordOf = <Value>(of: (draft: Draft) => Readonly<Record<string, Value>>): Record<string, Value> => {
    const keys = new Set([base, mine, theirs].flatMap((draft) => Object.keys(of(draft))));
    const entries = [...keys].flatMap((key): [string, Value][] => {
      const value = ours(of(base)[key], of(mine)[key], of(theirs)[key]);
      return value === undefined ? [] : [[key, value]];
    });
    return Object.fromEntries(entries);
  };
  const rowsNeeded = Math.max(0, ...[...given].map((seat) => (parseSeatLabel(seat)?.row ?? -1) + 1));
  const rowCount = Math.max(ours(base.plan.rowCount, mine.plan.rowCount, theirs.plan.rowCount), rowsNeeded);
  const hidden = sortSeats(Object.keys(recordOf(hiddenOf))).filter((seat) => !given.has(seat));
  const layout = { rowCount, hiddenSeats: hidden, assignments: {} };
  const there = hidden.filter((seat) => isSeat({ ...layout, hiddenSeats: [] }, seat));
  const bare = { ...layout, hiddenSeats: there };
  const marks = Object.fromEntries(
    Object.entries(recordOf(marksOf)).flatMap(([seat, mark]): [string, SeatMark][] =>
      isSeat(bare, seat) ? [[seat, JSON.parse(mark)]] : [],
    ),
  );
  const whole = { ...bare, ...(Object.keys(marks).length > 0 && { marks }) };
  const their = theirs.plan.assignments;
  const seats = Object.entries({
    ...recordOf(({ plan }) => plan.assignments),
    ...Object.fromEntries([...given].map((seat) => [seat, their[seat] ?? ''])),
  }).filter(([seat]) => isSeat(whole, seat));
  const assignments = Object.fromEntries(seats);
  const comes = (seat: string) => (given.has(seat) ? 0 : their[seat] === assignments[seat] ? 1 : 2);
  return {
    plan: pruneAssignments({ ...whole, assignments }, parties, comes),
    prices: sharedOnly(
      recordOf(({ prices }) => prices),
      theirs.prices,
    ),
  };
}

/**
 * A plan neither adds nor removes ticket types: one that was renamed or removed in the meantime has no price to save.
 */
const sharedOnly = (prices: Draft['prices'], there: Draft['prices']): Draft['prices'] =>
  Object.fromEntries(Object.entries(prices).filter(([type]) => Object.hasOwn(there, type)));

const hiddenOf = ({ plan }: Draft): Record<string, true> =>
  Object.fromEntries(plan.hiddenSeats.map((seat) => [seat, true]));

/** All parts of a draft that can be changed, by their subject. */
const records = [
  ({ plan }: Draft) => plan.assignments,
  ({ prices }: Draft) => prices,
  marksOf,
  hiddenOf,
  ({ plan }: Draft) => ({ rows: plan.rowCount }),
] as const satisfies readonly ((draft: Draft) => Readonly<Record<string, unknown>>)[];

/** Returns true if the merged plan has all changes of that draft. */
const keeps = (base: Draft, changed: Draft, both: Draft): boolean =>
  records.every((of: (draft: Draft) => Readonly<Record<string, unknown>>) => {
    const [before, after, now] = [of(base), of(changed), of(both)];
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.every((key) => after[key] === before[key] || now[key] === after[key]);
  });

/** Merges two drafts and reports whether both sides kept all their changes, ignoring seats of ended orders. */
export function mergeWithoutLoss(...[base, mine, theirs, parties]: Parameters<typeof mergePlanDrafts>): {
  both: Draft;
  isWhole: boolean;
} {
  const both = mergePlanDrafts(base, mine, theirs, parties);
  const coming = (draft: Draft): Draft => ({ ...draft, plan: pruneAssignments(draft.plan, parties) });
  const before = coming(base);
  return { both, isWhole: keeps(before, coming(mine), both) && keeps(before, coming(theirs), both) };
}

/** My draft instead of theirs, except for seats bought in the meantime, which their buyers know. */
export function overwriteDraft(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  { parties, known }: { parties: Parties; known: PromisedSeats },
): Draft {
  const bought = givenSince(base, theirs).flatMap((seat): [string, string][] => {
    const ref = theirs.plan.assignments[seat] ?? '';
    return known[ref]?.includes(seat) ? [[seat, ref]] : [];
  });
  const assignments = { ...base.plan.assignments, ...Object.fromEntries(bought) };
  const prices = { ...theirs.prices, ...sharedOnly(base.prices, theirs.prices) };
  return mergePlanDrafts(base, mine, { plan: { ...base.plan, assignments }, prices }, parties);
}

/** Formats each party's seats after a merge and its losses from mine: "Grace Adeyemi: C9, C10, no longer C7, C8." */
export function formatMerge(mine: Draft, both: Draft, parties: Parties): string {
  const [had, has] = [seatsByOrder(mine.plan), seatsByOrder(both.plan)];
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
