import type { SeatMark } from '#features/performances/seat-marks.ts';
import { inOrder } from '#features/performances/seats.ts';
import { isSeat, type Parties, type Plan, seatedCounts } from './plan.ts';

/** What is saved of a performance's seats at once. */
export interface Draft {
  plan: Plan;
  /** Pence by ticket type. */
  prices: Readonly<Record<string, number>>;
}

/** A plan without those who don't come any more, and without the seats that an order has beyond what it bought. */
export function pruned(plan: Plan, parties: Parties): Plan {
  const isOver = ([ref, seats]: [string, number]) => seats > (parties.get(ref)?.count ?? 0);
  if (![...seatedCounts(plan)].some(isOver)) return plan;
  const left = new Map([...parties.values()].map(({ ref, count }) => [ref, count]));
  const kept = inOrder(Object.keys(plan.assignments)).filter((seat) => {
    const ref = plan.assignments[seat] ?? '';
    const count = left.get(ref) ?? 0;
    left.set(ref, count - 1);
    return count > 0;
  });
  return { ...plan, assignments: Object.fromEntries(kept.map((seat) => [seat, plan.assignments[seat] ?? ''])) };
}

/** Whether two are the same to whoever looks at them. */
export function isSameDraft(a: Draft, b: Draft): boolean {
  return (a.plan === b.plan || isSamePlan(a, b)) && sameRecord(a.prices, b.prices);
}

const isSamePlan = (a: Draft, b: Draft): boolean =>
  a.plan.rowCount === b.plan.rowCount &&
  inOrder(a.plan.hiddenSeats).join() === inOrder(b.plan.hiddenSeats).join() &&
  sameRecord(a.plan.assignments, b.plan.assignments) &&
  sameRecord(marksOf(a), marksOf(b));

/** What is special about which seats, as texts that can be compared. */
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

/** How many seats, rows and prices differ between two. */
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

/**
 * What two have made of the same plan, put together: each seat as whoever changed it left it. Where both changed it,
 * mine stands; nobody gets more seats than they bought, and a seat that one of us took away holds nobody.
 */
export function merged(base: Draft, mine: Draft, theirs: Draft, parties: Parties): Draft {
  const ours = <Value>(before: Value, my: Value, their: Value): Value => (my === before ? their : my);
  const recordOf = <Value>(of: (draft: Draft) => Readonly<Record<string, Value>>): Record<string, Value> => {
    const keys = new Set([base, mine, theirs].flatMap((draft) => Object.keys(of(draft))));
    const entries = [...keys].flatMap((key): [string, Value][] => {
      const value = ours(of(base)[key], of(mine)[key], of(theirs)[key]);
      return value === undefined ? [] : [[key, value]];
    });
    return Object.fromEntries(entries);
  };
  const isHidden = ({ plan }: Draft) => Object.fromEntries(plan.hiddenSeats.map((seat) => [seat, true]));
  const rowCount = ours(base.plan.rowCount, mine.plan.rowCount, theirs.plan.rowCount);
  const layout = { rowCount, hiddenSeats: inOrder(Object.keys(recordOf(isHidden))), assignments: {} };
  const there = layout.hiddenSeats.filter((seat) => isSeat({ ...layout, hiddenSeats: [] }, seat));
  const marks = Object.fromEntries(
    Object.entries(recordOf(marksOf)).map(([seat, mark]): [string, SeatMark] => [seat, JSON.parse(mark)]),
  );
  const whole = { ...layout, hiddenSeats: there, ...(Object.keys(marks).length > 0 && { marks }) };
  const seats = Object.entries(recordOf(({ plan }) => plan.assignments)).filter(([seat]) => isSeat(whole, seat));
  return {
    plan: pruned({ ...whole, assignments: Object.fromEntries(seats) }, parties),
    prices: recordOf(({ prices }) => prices),
  };
}
