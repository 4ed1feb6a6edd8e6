/** Words of groups' names that hardly anybody is called by. */
const ofGroups = new Set([
  ...['academy', 'association', 'band', 'brownies', 'centre', 'choir', 'circle', 'club', 'college'],
  ...['committee', 'council', 'cubs', 'federation', 'foundation', 'friends', 'group', 'guild', 'hospital', 'hotel'],
  ...['institute', 'league', 'library', 'limited', 'ltd', 'museum', 'nursery', 'orchestra', 'pharmacy'],
  ...['plc', 'practice', 'pub', 'scouts', 'school', 'singers', 'society', 'surgery', 'team', 'theatre'],
  ...['trust', 'u3a', 'union', 'university', 'youth'],
]);

const wordsOf = (name: string) => name.trim().split(/\s+/);
const hasArticle = ([first = '', ...rest]: readonly string[]) => first.toLowerCase() === 'the' && rest.length > 0;

/** Whether a party is a group, which has no surname: "The Allotment Society", "St Luke’s Guild", "Hill Road Surgery". */
function isGroup(words: readonly string[]): boolean {
  const isOfGroups = (word: string) => word === 'WI' || ofGroups.has(word.toLowerCase().replace(/\P{L}+$/u, ''));
  const owns = (word: string) => /\p{L}[’']s$/iu.test(word);
  return hasArticle(words) || words.some(isOfGroups) || words.slice(0, -1).some(owns);
}

/** A name as the door's list has it: a person's by surname, the last word, "Hollis, Dorothy"; a group's as it is. */
export function calledAtDoor(name: string): string {
  const words = wordsOf(name);
  if (isGroup(words)) return words.join(' ');
  const surname = words.pop() ?? '';
  return words.length > 0 ? `${surname}, ${words.join(' ')}` : surname;
}

/** What it is looked for under: "The Allotment Society" under A. */
export function filedUnder(name: string): string {
  const words = wordsOf(name);
  return hasArticle(words) ? words.slice(1).join(' ') : calledAtDoor(name);
}

/** The first letter that it is looked for under; "" where there is none. */
export const initialOf = (name: string): string =>
  /\p{L}/u.exec(filedUnder(name))?.[0].toLocaleUpperCase('en-GB') ?? '';
