import { cleanLine } from '#platform/shared/text/clean-line.ts';

const between = /\s*[&/,;+\n]\s*(?:and\s+)?|\s+and\s+/i;
/** Suffixes after a comma that still belong to the same person. */
const letters = /^(?:jn?r|sn?r|junior|senior|mbe|obe|cbe|esq)\.?$/i;
/** Values that mean that the name isn't known. */
const nobody = /^(?:-+|–|—|\?+|n\/?a|tb[acd]|none|not known|unknown|various)$/i;

/**
 * Splits a director's or stage manager's cell into people, each once, in order: "A & B", "A, B & C", "A/B", "A and B"
 * and one person per line are several people. Only for people: authors and companies are never split.
 */
export function splitPeople(cell: string): string[] {
  const text = cell
    .split(/[\r\n]+/)
    .map(cleanLine)
    .join('\n')
    .trim();
  if (nobody.test(text)) return [];
  const people: string[] = [];
  for (const part of text.split(between)) {
    const name = cleanLine(part);
    const before = people.at(-1);
    if (letters.test(name) && before !== undefined) people[people.length - 1] = `${before}, ${name}`;
    else if (name !== '' && !nobody.test(name)) people.push(name);
  }
  return [...new Set(people)];
}
