import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import { isTypoOf } from '#platform/shared/text/search-corrections.ts';

/**
 * Returns a key that is the same for two spellings of a name that differ only in case, spaces and the kind of
 * apostrophe. Such spellings mean the same person. Names with other differences get different keys; a user has to
 * decide if they mean one person (`findSimilarNamePairs`).
 */
export function buildNameKey(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Short forms of given names. Two short forms of one name are similar, too ("Bob", "Rob"). A short form that is the
 * beginning of the long name needs no entry ("Chris", "Christine").
 */
const shortNames: Record<string, readonly string[]> = {
  amanda: ['mandy', 'mandi'],
  andrew: ['andy', 'drew'],
  anthony: ['tony'],
  charles: ['charlie', 'charley', 'chas'],
  david: ['dave', 'davy'],
  dorothy: ['dot', 'dottie', 'dodie'],
  edward: ['ed', 'eddie', 'ted', 'ned'],
  elizabeth: ['liz', 'lizzie', 'beth', 'betty', 'betsy', 'eliza'],
  frederick: ['fred', 'freddie'],
  geoffrey: ['jeff', 'geoff'],
  harold: ['harry'],
  henry: ['harry', 'hal'],
  james: ['jim', 'jimmy', 'jamie'],
  john: ['jack', 'johnny'],
  katherine: ['kate', 'katie', 'kathy', 'kitty'],
  kathleen: ['kath', 'kate', 'kathy'],
  lawrence: ['larry', 'laurie'],
  margaret: ['maggie', 'meg', 'peggy', 'margie', 'marge'],
  mary: ['polly', 'molly'],
  michael: ['mike', 'mick', 'micky'],
  patricia: ['pat', 'patsy', 'trish', 'tricia', 'paddy'],
  patrick: ['paddy', 'pat'],
  peter: ['pete'],
  rebecca: ['becky', 'becca'],
  richard: ['dick', 'dickie', 'rick', 'ricky'],
  robert: ['bob', 'bobby', 'rob', 'robbie', 'bert'],
  rosemary: ['rose', 'rosie'],
  stephen: ['steve'],
  susan: ['sue', 'susie', 'suzie'],
  theresa: ['terry', 'tess', 'tessa'],
  victoria: ['vicky', 'vicki', 'vikki', 'tori'],
  william: ['bill', 'billy', 'will', 'liam'],
};

const longNames = new Map<string, Set<string>>();
for (const [long, shorts] of Object.entries(shortNames)) {
  for (const short of shorts) longNames.set(short, (longNames.get(short) ?? new Set()).add(long));
}

interface Name {
  printed: string;
  given: string;
  /** Further given names, or "". A name without them is similar to a name with them. */
  middle: string;
  surname: string;
  /** All letters without spaces, to compare names that are split into words differently. */
  whole: string;
  /** The first letters of the name's words; for a name of initials only ("DG", "D. G."), all letters. */
  initials: string;
  /** True if the name consists of two or three initials only. */
  short: boolean;
}

/**
 * Lists pairs of names that are probably one person, for somebody to review and merge. Names are similar if they differ
 * only in: capitals, accents, hyphens or dots; an initial or a short name ("B Tarn", "Bill Tarn", "William Tarn"); a
 * missing middle name; initials alone ("DG", "Dorothy Galley"); or typing mistakes in the given name or the surname
 * ("Lyn", "Lynn"; "Bel", "Bell"). With three letters, one may be missing; with four to seven, one may be missing or
 * wrong; with more, two. "Tom Smith" and "Tim Smith" are therefore two people. Each pair is in the order of `names`.
 * Names with the same `buildNameKey` aren't listed.
 *
 * The time is at most proportional to the number of names: the first 20,000 names are compared, and at most 10,000
 * pairs are listed, because nobody would review more.
 */
export function findSimilarNamePairs(names: readonly string[]): [string, string][] {
  return runToCompletion(findSimilarNamePairsInSteps(names));
}

/** Does the work of `findSimilarNamePairs` in steps, yielding to other work. */
export function* findSimilarNamePairsInSteps(names: readonly string[]): Generator<undefined, [string, string][]> {
  const first = new Map<string, string>();
  for (const name of names) {
    if (first.size >= maxCompared) break;
    const key = buildNameKey(name);
    if (!first.has(key)) first.set(key, name);
  }
  yield;
  const people = yield* parseNamesInSteps([...first.values()]);
  const places = yield* groupIntoBlocks(people);
  const pairs = new Map<number, [number, number]>();
  let looks = 0;
  for (const [i, j] of listCandidatePairs(people, places)) {
    looks += 1;
    if (looks % stepSize === 0) yield;
    const [a, b] = [people[i], people[j]];
    if (pairs.size >= maxPairs) break;
    const pair = i * maxCompared + j;
    if (a && b && !pairs.has(pair) && areSimilar(a, b)) pairs.set(pair, [i, j]);
  }
  return [...pairs.values()]
    .sort(([a, b], [c, d]) => a - c || b - d)
    .map(([i, j]) => [people[i]?.printed ?? '', people[j]?.printed ?? '']);
}

/** The number of names or comparisons in each step. */
const stepSize = 500;

function* parseNamesInSteps(names: readonly string[]): Generator<undefined, Name[]> {
  const people: Name[] = [];
  for (const name of names) {
    people.push(parseName(name));
    if (people.length % stepSize === 0) yield;
  }
  return people;
}

const maxCompared = 20_000;
const maxPairs = 10_000;
/**
 * The maximum number of names in a block whose names are all compared with each other. In a larger block, each name is
 * compared only with its neighbours in the alphabet.
 */
const maxBlockSize = 300;
const neighbours = 50;

/**
 * Yields the pairs to compare, the lower index first: names with a key of `listBlockKeys` in common (in a large block,
 * only neighbours in the alphabet). Comparing all pairs would take 12 million comparisons for 5,000 names. A mistake in
 * the first letter of a surname of up to five letters is found only after a given name of at least five letters.
 */
function* listCandidatePairs(people: readonly Name[], places: Map<string, number[]>): Generator<[number, number]> {
  for (const [key, block] of places) {
    if (key.startsWith('initials')) {
      // Initials alone are similar to all names with these initials, but those names aren't similar to one another
      const [short, long] = [true, false].map((wanted) => block.filter((place) => people[place]?.short === wanted));
      for (const i of short ?? []) for (const j of long ?? []) yield [Math.min(i, j), Math.max(i, j)];
      continue;
    }
    const large = block.length > maxBlockSize;
    const row = large
      ? block.toSorted((i, j) => ((people[i]?.whole ?? '') < (people[j]?.whole ?? '') ? -1 : 1))
      : block;
    for (const [at, i] of row.entries()) {
      const end = large ? Math.min(row.length, at + 1 + neighbours) : row.length;
      for (let next = at + 1; next < end; next++) {
        const j = row[next] ?? i;
        yield [Math.min(i, j), Math.max(i, j)];
      }
    }
  }
}

function parseName(printed: string): Name {
  const words = printed
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'‘’ʼ`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const surname = words.length > 1 ? (words.at(-1) ?? '') : '';
  const whole = words.join('');
  const short = /^\p{Lu}{2,3}$/u.test(printed.replace(/[\s.]/g, ''));
  const initials = short ? whole : words.map((word) => word.charAt(0)).join('');
  return { printed, given: words[0] ?? '', middle: words.slice(1, -1).join(' '), surname, whole, initials, short };
}

function* groupIntoBlocks(people: readonly Name[]): Generator<undefined, Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const [index, name] of people.entries()) {
    for (const key of listBlockKeys(name)) {
      const block = found.get(key);
      if (block) block.push(index);
      else found.set(key, [index]);
    }
    if (index % stepSize === 0) yield;
  }
  return found;
}

/** Returns the keys of the blocks in which names similar to this one are found. */
const listBlockKeys = ({ given, surname, whole, initials }: Name): string[] => [
  `initials ${initials}`,
  `surname ${surname}`,
  `given ${given} ${surname.slice(0, 1)}`,
  `start ${whole.slice(0, 5)}`,
  `end ${whole.slice(-5)}`,
];

/**
 * Creates a function that returns the names that `findSimilarNamePairs` would pair with a name. Used to find people who
 * already have a role in a show.
 */
export function createSimilarNameFinder(names: readonly string[]): (name: string) => string[] {
  return runToCompletion(createSimilarNameFinderInSteps(names));
}

/**
 * Does the work of `createSimilarNameFinder` in steps, yielding to other work. Used for the question "did you mean"
 * while a name is typed.
 */
export function* createSimilarNameFinderInSteps(
  names: readonly string[],
): Generator<undefined, (name: string) => string[]> {
  const people = yield* parseNamesInSteps(names);
  const places = yield* groupIntoBlocks(people);
  return (name) => {
    const parts = parseName(name);
    const candidates = new Set(listBlockKeys(parts).flatMap((key) => places.get(key) ?? []));
    return [...candidates]
      .sort((a, b) => a - b)
      .flatMap((index) => people[index] ?? [])
      .filter((other) => buildNameKey(other.printed) !== buildNameKey(name) && areSimilar(parts, other))
      .map(({ printed }) => printed);
  };
}

function areSimilar(a: Name, b: Name): boolean {
  if (a.whole === b.whole) return true;
  if (a.short !== b.short) return a.initials === b.initials;
  if (a.surname === '' || b.surname === '') return isTypoOf(a.whole, b.whole);
  const middles =
    a.middle === '' || b.middle === '' || mayBeSameGivenName(a.middle, b.middle) || isTypoOf(a.middle, b.middle);
  if (!middles) return false;
  if (a.surname === b.surname) return mayBeSameGivenName(a.given, b.given) || isTypoOf(a.given, b.given);
  return a.given === b.given && a.given.length > 1 && isTypoOf(a.surname, b.surname);
}

/**
 * Returns true if two given names may be the same: equal, an initial, the beginning of the other ("Jo", "Joanna"), or a
 * short form.
 */
function mayBeSameGivenName(a: string, b: string): boolean {
  if (a.startsWith(b) || b.startsWith(a)) return true;
  const [longOfA, longOfB] = [longNames.get(a), longNames.get(b)];
  if (longOfA?.has(b) || longOfB?.has(a)) return true;
  return [...(longOfA ?? [])].some((long) => longOfB?.has(long));
}
