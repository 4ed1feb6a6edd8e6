import type { AccessNeed, Wish } from '#features/box-office/orders/order.ts';
import { isOnAisle, type SeatPosition } from '#features/box-office/performances/seat-labels.ts';

/** A party's needs that seats can meet. */
export interface Needs {
  wheelchair: boolean;
  aisle: boolean;
  front: boolean;
  back: boolean;
  /** To hear by the loop. */
  loop: boolean;
  /** To come to the seat without steps. */
  steps: boolean;
}

export const noNeeds: Needs = {
  ...{ wheelchair: false, aisle: false, front: false, back: false },
  ...{ loop: false, steps: false },
};

export const allNeeds = Object.keys(noNeeds) as (keyof Needs)[];

/** The recorded requests of a party; its note is for people to read. */
interface Asking {
  needs?: readonly AccessNeed[];
  wishes?: readonly Wish[];
}

/** Returns the recorded needs and wishes of a party. A note never counts. */
export function detectNeeds({ needs = [], wishes = [] }: Asking): Needs {
  const recorded = new Set<string>([...needs, ...wishes]);
  return {
    ...{ wheelchair: recorded.has('wheelchair'), aisle: recorded.has('aisle'), front: recorded.has('front') },
    ...{ back: recorded.has('back'), loop: recorded.has('loop'), steps: recorded.has('steps') },
  };
}

/** Returns true if a party has any of these needs. */
export const hasNeeds = (needs: Needs): boolean => Object.values(needs).some(Boolean);

/**
 * Formats all requests of a party, including a companion, whom no seat satisfies alone: "wheelchair, aisle, companion".
 */
export const formatRequests = (party: Asking): string =>
  [formatNeeds(detectNeeds(party)), party.needs?.includes('companion') ? 'companion' : ''].filter(Boolean).join(', ');

const words = { loop: 'hearing loop', steps: 'no steps' } as const;

/** Formats needs: "wheelchair, aisle". */
export const formatNeeds = (needs: Needs): string =>
  allNeeds
    .filter((need) => needs[need])
    .map((need) => (need === 'loop' || need === 'steps' ? words[need] : need))
    .join(', ');

/** Facts about a hall that decide if seats meet a need. */
export interface HallLayout {
  /** Rows of the plan, including those without any seat. */
  rows: number;
  /** For each row, the number of rows with seats in front of it: a row whose seats are all hidden doesn't count. */
  rank: readonly number[];
  /** The number of rows with seats. */
  visibleRows: number;
  /** The rows that are come to without steps. */
  level: ReadonlySet<number>;
}

/**
 * Returns the extent to which a party's needs aren't met at `place`: 0 if all are. The plan doesn't record the coverage
 * of a hearing loop: most are near the stage, where people hear best without it too. A wheelchair needs a space that is
 * marked for it, which is never one of these seats.
 */
export function scoreUnmetNeeds(
  needs: Needs,
  { row, number }: SeatPosition,
  count: number,
  { rank, visibleRows, level }: Pick<HallLayout, 'rank' | 'visibleRows' | 'level'>,
): number {
  const few = Math.max(1, Math.ceil(visibleRows / 4));
  const at = rank[row] ?? row;
  let misses = 0;
  if (needs.steps && !level.has(row)) misses += 3;
  if (needs.aisle && !isOnAisle(number, count)) misses += 2;
  if ((needs.front || needs.loop) && at >= few) misses += 1;
  if (needs.back && at < visibleRows - few) misses += 1;
  return misses;
}
