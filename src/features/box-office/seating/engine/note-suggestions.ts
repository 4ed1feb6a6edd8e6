import { foldText } from '#platform/shared/text/text.ts';
import type { Party } from '../plan/plan.ts';
import { type SeatingNeeds, seatingNeedKeys, toSeatingNeeds } from './party-requests.ts';

/** The key of a suggestion: a need, or `next_to_` and the reference of another party. */
export type SuggestionKey = keyof SeatingNeeds | `next_to_${string}`;

export interface NoteSuggestion {
  key: SuggestionKey;
  /** For example "back rows" or "next to Jo Bell (12)". */
  label: string;
}

const suggestionLabels = {
  ...{ wheelchair: 'wheelchair space', aisle: 'aisle seat', front: 'front rows', back: 'back rows' },
  ...{ loop: 'hearing loop', steps: 'no steps' },
} as const satisfies Record<keyof SeatingNeeds, string>;

const stairs = '(?:steps|stairs|staircase)';
const limitedMobility = [
  String.raw`\b(?:walking|white) (?:stick|frame)\b`,
  String.raw`\b(?:zimmer|walker|rollator)\b`,
  String.raw`\bhip (?:replacement|operation|op)\b`,
  String.raw`\bcrutch(?:es)?\b`,
];
const anyOf = (...parts: readonly string[]) => new RegExp(parts.join('|'), 'g');

/** Phrases that may state a need. Staff are asked about each match, so a phrase should rarely mean anything else. */
const phrases = {
  wheelchair: anyOf(String.raw`\bwheel-?\s?chairs?\b`, String.raw`\b(?:mobility )?scooter\b`),
  aisle: anyOf(
    String.raw`\baisle\b`,
    String.raw`\bend of (?:a|the) row\b`,
    String.raw`\bend seats?\b`,
    String.raw`\bbad (?:knee|leg|hip)s?\b`,
    String.raw`\bguide dog\b`,
    ...limitedMobility,
  ),
  front: anyOf(
    String.raw`\b(?:at|near|nearer|in|to|towards?) (?:the )?(?:very )?front\b(?! of (?!the (?:hall|house|stage|theatre))\w)`,
    String.raw`\bfront (?:rows?|seats?|please)\b`,
    String.raw`^front\b(?=[\s,.]*(?:please|$))`,
    String.raw`\blip-?\s?read(?:s|ing|er)?\b`,
    String.raw`\bpartially sighted\b`,
  ),
  back: anyOf(
    String.raw`\b(?:at|near|nearer|in|to|towards?) (?:the )?(?:very )?(?:back|rear)\b`,
    String.raw`\bback (?:rows?|seats?)\b`,
    String.raw`^back\b(?=[\s,.]*(?:please|$))`,
    String.raw`\brear (?:rows?|seats?)\b`,
  ),
  loop: anyOf(
    String.raw`\b(?:hearing|induction) loop\b`,
    String.raw`\bt-?coil\b`,
    String.raw`\bdeaf\b`,
    String.raw`\bhearing aids?\b`,
    String.raw`\bhard of hearing\b`,
  ),
  steps: anyOf(
    String.raw`\b(?:no|without|avoid) (?:any |the )?${stairs}\b`,
    String.raw`\b(?:can(?:no|[\u2019'])?t|cannot|unable to) (?:do|climb|manage|use) (?:any |the |many )?${stairs}\b`,
    String.raw`\bstruggles? (?:with|on) (?:the |any )?${stairs}\b`,
    String.raw`\bstep[- ]?free\b`,
    ...limitedMobility,
  ),
} as const satisfies Record<keyof SeatingNeeds, RegExp>;

const negationBefore =
  /\b(?:no|not|never|nor|avoid|but|except|don[’']?t|doesn[’']?t|didn[’']?t|won[’']?t|without|away from)\b(?:\s+[\w’']+){0,3}\s*$/;
const negationAfter =
  /^\s*(?:space|seats?|rows?)?\s*(?:is |are |was |will be )?(?:not|no longer|isn[’']?t|aren[’']?t)\b(?:\s+\w+){0,2}\s+(?:wanted|needed|required|necessary)\b|^\s*(?:space|seats?|rows?)?\s*(?:not|no longer) (?:wanted|needed|required)\b/;

/**
 * Finds the needs that a note states, without negated ones. A need found in a note has no effect until staff confirm
 * it.
 */
export function findSuggestedNeeds(note: string): (keyof SeatingNeeds)[] {
  const text = note.toLowerCase().trim();
  return seatingNeedKeys.filter((need) =>
    [...text.matchAll(phrases[need])].some(
      ({ 0: phrase, index }) =>
        !negationBefore.test(text.slice(0, index)) && !negationAfter.test(text.slice(index + phrase.length)),
    ),
  );
}

/** Matches "with", "next to" or similar, and the words after it up to the end of the clause. */
const companyPattern = /\b(?:with|next to|beside|alongside|near|close to)\s+([^.;!?]*)/g;

/** Finds the parties that a note names as company, by surname or reference. */
function findSuggestedCompany(note: string, own: string, parties: Iterable<Party>): Party[] {
  const clauses = [...foldText(note).matchAll(companyPattern)].map(([, clause = '']) =>
    clause.split(/[^\p{L}\p{N}’'-]+/u),
  );
  if (clauses.length === 0) return [];
  return [...parties].filter(({ ref, name }) => {
    const surname = foldText(name).split(/\s+/).at(-1) ?? '';
    const isNamed = (word: string) =>
      word === ref || (surname.length > 2 && [surname, `${surname}s`, `${surname}es`].includes(word));
    return ref !== own && clauses.some((words) => words.some(isNamed));
  });
}

/** The maximum number of suggested parties. With more matches, asking staff wouldn't help. */
const maxCompany = 3;

/** Lists the suggestions from a party's note, without those that are already recorded or rejected. */
export function listOpenSuggestions(party: Party, parties: Iterable<Party>): NoteSuggestion[] {
  if (party.note === '') return [];
  const recorded = toSeatingNeeds(party);
  const known = new Set(party.ignored ?? []);
  const needs = findSuggestedNeeds(party.note)
    .filter((need) => !recorded[need] && !known.has(need))
    .map((need) => ({ key: need, label: suggestionLabels[need] }));
  const others = findSuggestedCompany(party.note, party.ref, parties);
  const company = others.length > maxCompany ? [] : others;
  const nextTo = company
    .map(({ ref, name }) => ({ ref, key: `next_to_${ref}` as const, label: `next to ${name} (${ref})` }))
    .filter(({ ref, key }) => !party.nextTo?.includes(ref) && !known.has(key))
    .map(({ key, label }) => ({ key, label }));
  return [...needs, ...nextTo];
}
