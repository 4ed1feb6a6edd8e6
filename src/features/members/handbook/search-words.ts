import { fold } from '#platform/shared/text/text.ts';

/**
 * Returns a section's distinct words, without those of its title and of link URLs. Sorted, because that compresses a
 * tenth better.
 */
export function listExtraWords(title: string, markdown: string): string[] {
  const inTitle = new Set(wordsIn(title));
  return [...new Set(wordsIn(markdown.replaceAll(/\]\([^)]*\)/g, ' ')))]
    .filter((word) => isSought(word) && !inTitle.has(word))
    .sort();
}

/** Words that don't distinguish a section: nobody searches for them, and they are a sixth of the load. */
const fillers = new Set(
  (
    'and the that you what are for under has who can with your one them then its they their have says first each from ' +
    'beside may was say once there until when again how all only somebody after whoever too which where below another ' +
    'not those more into press without any still while nobody nothing itself other many both before out yourself ' +
    'open opened see asks ask stays goes appears two this already someone anyone cant isnt doesnt dont arent havent hasnt ' +
    'youve theyre whats thats had did get gets given leads stands needs shows shown choose might straight away instead'
  ).split(' '),
);

const isSought = (word: string): boolean => word.length > 2 && !fillers.has(word);

const wordsIn = (text: string): string[] => fold(text).split(' ').filter(Boolean);
