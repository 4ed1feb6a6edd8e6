import type { Need } from '#features/orders/order.ts';
import { fullWidth } from '#features/performances/capacity.ts';
import { isOnAisle, type Place } from '#features/performances/seats.ts';

/** What a party asks of seats. */
export interface Needs {
  wheelchair: boolean;
  aisle: boolean;
  front: boolean;
  back: boolean;
}

export const noNeeds: Needs = { wheelchair: false, aisle: false, front: false, back: false };

/** Words of a note that ask for something, unless "no" or "not" stands shortly before them. */
const asks = {
  wheelchair: /\bwheel-?\s?chairs?\b|\bscooter\b/,
  aisle: /\baisle\b|\bend of (?:a|the) row\b|\bend seats?\b|\bcrutch(?:es)?\b|\bbad (?:knee|leg|hip)s?\b/,
  front: /\bfront\b|\bhard of hearing\b|\blip-?\s?read(?:s|ing)?\b|\bpartially sighted\b/,
  back: /\bback(?: row)?\b(?! pain| ache)|\brear\b/,
} as const;

const refused = /\b(?:no|not|never|don[’']?t|without)\b(?:\s+\w+){0,3}\s*$/;

/** Who comes, as far as it says what they need. */
interface Asking {
  note: string;
  /** What they ticked when they booked. */
  needs?: readonly Need[];
}

/** What a party asks of seats: by what it ticked, and by its note as far as the words say. */
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
  };
}

/** Whether a party asks for anything of that. */
export const hasNeeds = (needs: Needs): boolean => Object.values(needs).some(Boolean);

/** What of a party's needs no seat answers, but somebody has to know of. */
const besides = { companion: 'companion', loop: 'hearing loop', steps: 'no steps' } as const;

/** "wheelchair, companion, aisle": all that a party asks for. */
export function askedInWords(party: Asking): string {
  const ticked = (party.needs ?? []).flatMap((need) => (need === 'wheelchair' ? [] : [besides[need]]));
  return [needsInWords(needsOf(party)), ...ticked].filter(Boolean).join(', ');
}

/** "wheelchair, aisle" */
export const needsInWords = (needs: Needs): string =>
  (Object.keys(asks) as (keyof Needs)[]).filter((need) => needs[need]).join(', ');

/**
 * What of a party's needs isn't met where it begins at `place`: 0 where all is. A wheelchair wants the end of a block
 * in the first row or the last, which no other row has to be crossed for; an aisle further in is the next best.
 */
export function unmet(needs: Needs, { row, number }: Place, count: number, rows: number): number {
  const atAisle = Array.from({ length: count }, (_, at) => number + at).some(
    (one) => one <= fullWidth && isOnAisle(one),
  );
  const few = Math.max(1, Math.ceil(rows / 4));
  let misses = 0;
  if (needs.wheelchair && !(atAisle && (row === 0 || row === rows - 1))) misses += atAisle ? 2 : 4;
  if (needs.aisle && !atAisle) misses += 2;
  if (needs.front && row >= few) misses += 1;
  if (needs.back && row < rows - few) misses += 1;
  return misses;
}
