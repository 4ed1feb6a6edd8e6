import type { AccessNeed, SeatingWish } from '#features/box-office/orders/order.ts';
import { isNextToAisle, listNeighbouringSeats, type SeatPosition } from '#features/box-office/performances/seats.ts';
import type { Party } from '../plan/plan.ts';

/** Needs that depend on where a party sits. `loop` is the hearing loop; `steps` is a way to the seat without steps. */
export const seatingNeedKeys = ['wheelchair', 'aisle', 'front', 'back', 'loop', 'steps'] as const;
export type SeatingNeeds = Record<(typeof seatingNeedKeys)[number], boolean>;

export const noSeatingNeeds: SeatingNeeds = {
  ...{ wheelchair: false, aisle: false, front: false, back: false },
  ...{ loop: false, steps: false },
};

/** The recorded requests of a party. Suggestions from its note have no effect here until staff confirm them. */
interface RecordedRequests {
  needs?: readonly AccessNeed[];
  wishes?: readonly SeatingWish[];
}

/** Returns the recorded needs and wishes that the position of the party's seats can meet. */
export function toSeatingNeeds({ needs = [], wishes = [] }: RecordedRequests): SeatingNeeds {
  const recorded = new Set<string>([...needs, ...wishes]);
  return {
    ...{ wheelchair: recorded.has('wheelchair'), aisle: recorded.has('aisle'), front: recorded.has('front') },
    ...{ back: recorded.has('back'), loop: recorded.has('loop'), steps: recorded.has('steps') },
  };
}

export const hasNeeds = (needs: SeatingNeeds): boolean => Object.values(needs).some(Boolean);

/** Formats all recorded requests of a party, including a companion: "wheelchair, aisle, companion". */
export const formatPartyRequests = (party: RecordedRequests): string =>
  [formatSeatingNeeds(toSeatingNeeds(party)), party.needs?.includes('companion') && 'companion']
    .filter(Boolean)
    .join(', ');

const needLabels: Partial<Record<keyof SeatingNeeds, string>> = { loop: 'hearing loop', steps: 'no steps' };

/** Formats needs: "wheelchair, aisle". */
export const formatSeatingNeeds = (needs: SeatingNeeds): string =>
  seatingNeedKeys
    .filter((need) => needs[need])
    .map((need) => needLabels[need] ?? need)
    .join(', ');

/** The facts about a hall that decide whether seats meet a need. */
export interface HallLayout {
  /** The number of rows of the plan, including those without any visible seat. */
  rows: number;
  /** For each row, the number of rows in front of it that have visible seats. */
  rank: readonly number[];
  /** The number of rows with visible seats. */
  visibleRows: number;
  /** The rows that are reached without steps. */
  level: ReadonlySet<number>;
}

/**
 * Scores the needs that adjacent seats don't meet; 0 if they meet all. The seats begin at the given position. The plan
 * doesn't record where a hearing loop is, so seats near the stage count as covered. The need for a wheelchair space is
 * ignored here: spaces are assigned separately.
 */
export function scoreUnmetNeeds(
  needs: SeatingNeeds,
  { row, number }: SeatPosition,
  count: number,
  { rank, visibleRows, level }: Pick<HallLayout, 'rank' | 'visibleRows' | 'level'>,
): number {
  const endRows = Math.max(1, Math.ceil(visibleRows / 4));
  const at = rank[row] ?? row;
  let misses = 0;
  if (needs.steps && !level.has(row)) misses += 3;
  if (needs.aisle && !isNextToAisle(number, count)) misses += 2;
  if ((needs.front || needs.loop) && at >= endRows) misses += 1;
  if (needs.back && at < visibleRows - endRows) misses += 1;
  return misses;
}

/** The proximity of two parties; `behind` means that one party sits directly behind the other. */
export type PartyProximity = 'beside' | 'behind' | 'apart';

export function getPartyProximity(seats: readonly string[], others: readonly string[]): PartyProximity {
  const otherSeats = new Set(others);
  const touches = (side: 'beside' | 'behind') =>
    seats.some((seat) => listNeighbouringSeats(seat)[side].some((next) => otherSeats.has(next)));
  return touches('beside') ? 'beside' : touches('behind') ? 'behind' : 'apart';
}

/** Maps each party to the parties it wants to sit next to, or that want to sit next to it. */
export function findWantedNeighbours(parties: readonly Party[]): ReadonlyMap<string, ReadonlySet<string>> {
  const refs = new Set(parties.map(({ ref }) => ref));
  const company = new Map<string, Set<string>>();
  const add = (ref: string, other: string) => company.set(ref, (company.get(ref) ?? new Set()).add(other));
  for (const { ref, nextTo = [] } of parties) {
    for (const other of nextTo) {
      if (other === ref || !refs.has(other)) continue;
      add(ref, other);
      add(other, ref);
    }
  }
  return company;
}

/** Groups parties that want to sit together, ordered so that neighbours follow each other if possible. */
export function groupPartiesToSeatTogether(company: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const known = new Set<string>();
  const groups: string[][] = [];
  // Parties that want to sit with only one other party come first, so that each chain of parties is followed from its
  // end
  const starts = [...company.keys()].sort((a, b) => (company.get(a)?.size ?? 0) - (company.get(b)?.size ?? 0));
  for (const start of starts) {
    if (known.has(start)) continue;
    const group: string[] = [];
    const open = [start];
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      if (known.has(ref)) continue;
      known.add(ref);
      group.push(ref);
      open.push(...(company.get(ref) ?? []));
    }
    groups.push(group);
  }
  return groups;
}
