import type { Need } from '#features/orders/order.ts';

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
