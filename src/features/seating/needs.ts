import type { Need } from '#features/orders/order.ts';
import { isOnAisle, type Place, placeOf } from '#features/performances/seats.ts';

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

/** What of a hall decides whether seats answer a need. */
export interface Ways {
  rows: number;
  /** The rows that are come to without steps. */
  level: ReadonlySet<number>;
}

/** Words of a note that ask for something, unless "no" or "not" stands shortly before them. */
const asks = {
  wheelchair: /\bwheel-?\s?chairs?\b|\bscooter\b/,
  aisle: /\baisle\b|\bend of (?:a|the) row\b|\bend seats?\b|\bcrutch(?:es)?\b|\bbad (?:knee|leg|hip)s?\b/,
  front: /\bfront\b|\bhard of hearing\b|\blip-?\s?read(?:s|ing)?\b|\bpartially sighted\b/,
  back: /\bback(?: row)?\b(?! pain| ache)|\brear\b/,
  steps: /\b(?:no|without|can(?:no|[’'])?t (?:do|climb|manage|use)) (?:any |the )?(?:steps|stairs)\b|\bstep[- ]?free\b/,
  loop: /\b(?:hearing|induction) loop\b|\bt-?coil\b/,
} as const;

export const allNeeds = Object.keys(asks) as (keyof Needs)[];

const refused = /\b(?:no|not|never|do(?:es)?n[’']?t|without)\b(?:\s+\w+){0,3}\s*$/;

/** A party, as far as it says what it needs. */
interface Asking {
  note: string;
  /** What they ticked when they booked. */
  needs?: readonly Need[];
}

/** A party's needs: what it ticked, and what its note asks for, as far as its words show. */
export function needsOf({ note, needs = [] }: Asking): Needs {
  const text = note.toLowerCase();
  const wants = (what: keyof typeof asks) => {
    const found = asks[what].exec(text);
    return found !== null && !refused.test(text.slice(0, found.index));
  };
  return {
    wheelchair: needs.includes('wheelchair') || wants('wheelchair'),
    aisle: wants('aisle'),
    front: wants('front'),
    back: wants('back'),
    loop: needs.includes('loop') || wants('loop'),
    steps: needs.includes('steps') || wants('steps'),
  };
}

/** Whether a party asks for anything of that. */
export const hasNeeds = (needs: Needs): boolean => Object.values(needs).some(Boolean);

/** "wheelchair, companion, aisle": all that a party asks for, the companion too, whom no seat answers alone. */
export const requestsInWords = (party: Asking): string =>
  [needsInWords(needsOf(party)), party.needs?.includes('companion') ? 'companion' : ''].filter(Boolean).join(', ');

const words = { loop: 'hearing loop', steps: 'no steps' } as const;

/** "wheelchair, aisle" */
export const needsInWords = (needs: Needs): string =>
  allNeeds
    .filter((need) => needs[need])
    .map((need) => (need === 'loop' || need === 'steps' ? words[need] : need))
    .join(', ');

/**
 * What of a party's needs isn't met where it begins at `place`: 0 where all is. A wheelchair wants the end of a block
 * in the first row or the last, which no other row has to be crossed for; an aisle further in is the next best. Nothing
 * says where a hall's loop is: near the stage is where most are, and where one hears best without.
 */
export function unmet(needs: Needs, { row, number }: Place, count: number, { rows, level }: Ways): number {
  const isAtAisle = isOnAisle(number, count);
  const few = Math.max(1, Math.ceil(rows / 4));
  let misses = 0;
  if (needs.wheelchair && !(isAtAisle && (row === 0 || row === rows - 1))) misses += isAtAisle ? 2 : 4;
  if (needs.steps && !level.has(row)) misses += 3;
  if (needs.aisle && !isAtAisle) misses += 2;
  if ((needs.front || needs.loop) && row >= few) misses += 1;
  if (needs.back && row < rows - few) misses += 1;
  return misses;
}

/** The rows of a hall that are come to without steps: those with a wheelchair space, or the front row where none is marked. */
export function levelRows(spaces: readonly string[]): Ways['level'] {
  const rows = spaces.flatMap((seat) => placeOf(seat)?.row ?? []);
  return new Set(rows.length > 0 ? rows : [0]);
}
