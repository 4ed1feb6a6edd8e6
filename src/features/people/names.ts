/**
 * What makes two spellings the same name, so that the same name is the same person: case, blanks and the sort of
 * apostrophe don't count; everything else does, since near names are for a person to judge (`nearNames`).
 */
export function nameKey(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** Short names that share no beginning with the long one; those that do ("Chris", "Christine") need no list. */
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
  /** Further given names; may be empty where the other has some. */
  middle: string;
  surname: string;
  /** All letters in a row, for names cut in another place. */
  whole: string;
  /** The first letters of its words; of "DG" and "D. G.", which are nothing else, all of it. */
  initials: string;
  /** Whether it is initials alone. */
  short: boolean;
}

/**
 * Pairs of names that are probably one person, for someone to look at and merge. Listed are: other capitals, accents,
 * hyphens or dots; an initial or a short name ("B Tarn", "Bill Tarn", "William Tarn"); a middle name left out; initials
 * alone ("DG", "Dorothy Galley"); and slips of the pen in the given name or the surname ("Lyn", "Lynn"; "Bel", "Bell"). In a part of three letters one may
 * be missing; from four on one may be wrong as well, from eight on two. So "Tom Smith" and "Tim Smith" are two people.
 * Each pair stands in the order of `names`; nothing is said about names that are the same (`nameKey`).
 */
export function nearNames(names: readonly string[]): [string, string][] {
  const first = new Map<string, string>();
  for (const name of names) if (!first.has(nameKey(name))) first.set(nameKey(name), name);
  const people = [...first.values()].map(partsOf);
  const pairs = new Map<string, [number, number]>();
  // Comparing all with all would take 12 million looks at 5,000 names; who shares neither surname nor given name nor
  // letters is not near.
  for (const [key, block] of blocks(people)) {
    for (const [at, i] of block.entries()) {
      for (const j of block.slice(at + 1)) {
        const [a, b] = [people[i], people[j]];
        if (!a || !b || (key.startsWith('initials') && a.short === b.short)) continue;
        if (!pairs.has(`${i} ${j}`) && areNear(a, b)) pairs.set(`${i} ${j}`, [i, j]);
      }
    }
  }
  return [...pairs.values()]
    .sort(([a, b], [c, d]) => a - c || b - d)
    .map(([i, j]) => [people[i]?.printed ?? '', people[j]?.printed ?? '']);
}

function partsOf(printed: string): Name {
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

function blocks(people: Name[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  people.forEach((name, index) => {
    for (const key of blocksOf(name)) {
      const block = found.get(key);
      if (block) block.push(index);
      else found.set(key, [index]);
    }
  });
  return found;
}

/** Where names stand that this one may be near to. */
const blocksOf = ({ given, surname, whole, initials }: Name): string[] => [
  `initials ${initials}`,
  `surname ${surname}`,
  `given ${given} ${surname.slice(0, 1)}`,
  `start ${whole.slice(0, 5)}`,
  `end ${whole.slice(-5)}`,
];

/** What `nearNames` would say of one name and any of `names`: "did you mean" for a name as it is typed. */
export function nearFinder(names: readonly string[]): (name: string) => string[] {
  const people = names.map(partsOf);
  const places = blocks(people);
  return (name) => {
    const asked = partsOf(name);
    const candidates = new Set(blocksOf(asked).flatMap((key) => places.get(key) ?? []));
    return [...candidates]
      .sort((a, b) => a - b)
      .flatMap((index) => people[index] ?? [])
      .filter((other) => nameKey(other.printed) !== nameKey(name) && areNear(asked, other))
      .map(({ printed }) => printed);
  };
}

function areNear(a: Name, b: Name): boolean {
  if (a.whole === b.whole) return true;
  if (a.short !== b.short) return a.initials === b.initials;
  if (a.surname === '' || b.surname === '') return isSlip(a.whole, b.whole);
  const middles = a.middle === '' || b.middle === '' || sameGiven(a.middle, b.middle) || isSlip(a.middle, b.middle);
  if (!middles) return false;
  if (a.surname === b.surname) return sameGiven(a.given, b.given) || isSlip(a.given, b.given);
  return a.given === b.given && a.given.length > 1 && isSlip(a.surname, b.surname);
}

/** Whether two given names can be one: equal, an initial, a beginning ("Jo", "Joanna"), or a short name. */
function sameGiven(a: string, b: string): boolean {
  if (a.startsWith(b) || b.startsWith(a)) return true;
  const [longOfA, longOfB] = [longNames.get(a), longNames.get(b)];
  if (longOfA?.has(b) || longOfB?.has(a)) return true;
  return [...(longOfA ?? [])].some((long) => longOfB?.has(long));
}

/** Whether one word is the other with a slip of the pen in it. */
function isSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  const difference = Math.abs(a.length - b.length);
  if (shorter < 3 || difference > 2) return false;
  if (shorter === 3) return difference === 1 && distance(a, b) === 1;
  const allowed = shorter < 8 ? 1 : 2;
  return difference <= allowed && distance(a, b) <= allowed;
}

/** Letters wrong, missing, added, or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const wrong = a[row - 1] === b[column - 1] ? 0 : 1;
      let cost = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + wrong);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    before = above;
    above = current;
  }
  return above[b.length] ?? 0;
}
