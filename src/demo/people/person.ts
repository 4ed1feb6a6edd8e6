/** What a person does behind the scenes, as the programme prints it. Their order is the order of the crew list. */
export const CRAFTS = [
  'Director',
  'Producer',
  'Musical director',
  'Choreographer',
  'Stage manager',
  'Lighting',
  'Sound',
  'Set design',
  'Set build',
  'Costume',
  'Properties',
  'Prompter',
  'Front of house',
] as const;
export type Craft = (typeof CRAFTS)[number];

/** Which parts suit: a leaning, not a rule. */
export type Voice = 'f' | 'm';

/** One fictional member of the society: who they are, and the years they were about. */
export interface Person {
  /** The name they go by now. */
  name: string;
  voice: Voice;
  born: number;
  joined: number;
  /** The last year they took part; Infinity while they still do. */
  until: number;
  /** From which year they do what. */
  crafts: Partial<Record<Craft, number>>;
  /** The name programmes printed before it changed, and the last year they printed it. */
  former: { name: string; until: number } | null;
}

const isCraft = (word: string): word is Craft => CRAFTS.some((craft) => craft === word);

/**
 * A line of the roll. Years read "1974–1999", or "1974–" for somebody who is still here; crafts read
 * "Director 1990, Lighting 1985"; a former name reads "Margaret Pell until 1979".
 */
export function person(name: string, voice: Voice, born: number, years: string, crafts = '', former = ''): Person {
  const [joined = '', until = ''] = years.split('–');
  const [formerName = '', formerUntil = ''] = former.split(' until ');
  return {
    name,
    voice,
    born,
    joined: Number(joined),
    until: until === '' ? Number.POSITIVE_INFINITY : Number(until),
    crafts: craftsFrom(crafts),
    former: former === '' ? null : { name: formerName, until: Number(formerUntil) },
  };
}

function craftsFrom(text: string): Person['crafts'] {
  const crafts: Person['crafts'] = {};
  for (const entry of text === '' ? [] : text.split(', ')) {
    const year = entry.slice(-4);
    const craft = entry.slice(0, -5);
    if (!isCraft(craft)) throw new Error(`"${craft}" is not a line of the crew list`);
    crafts[craft] = Number(year);
  }
  return crafts;
}
