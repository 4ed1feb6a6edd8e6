import type { AccessNeed, Wish } from '#features/box-office/orders/order.ts';

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
