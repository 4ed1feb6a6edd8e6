import type { NewCredit } from '#features/archive/shows/fields.ts';
import { computePseudoRandomNumber } from '../people/ids.ts';
import { CRAFTS, type Craft, type DemoPerson } from '../people/people.ts';
import type { Play, PlayRole } from '../plays/play.ts';

/** The facts about a show that the casting needs. */
export interface CastingInput {
  /** Identifies the production; the same key always gives the same cast. */
  key: string;
  year: number;
  play: Play;
  youth: boolean;
  musical: boolean;
  /** True if only the people in `cast` and `crew` are known and all other parts are still being cast. */
  stillCasting?: boolean;
  /** Roles that are already cast, with the people who play them. */
  cast?: Record<string, string>;
  crew?: Partial<Record<Craft, string[]>>;
}

/** The minimum and maximum number of people for each craft. Only musicals and pantomimes need the last two crafts. */
const CREW_SIZES: Record<Craft, [number, number]> = {
  Director: [1, 1],
  Producer: [1, 1],
  'Stage manager': [1, 1],
  Lighting: [1, 2],
  Sound: [1, 1],
  'Set design': [1, 1],
  'Set build': [2, 4],
  Costume: [1, 2],
  Properties: [1, 2],
  Prompter: [1, 1],
  'Front of house': [2, 3],
  'Musical director': [1, 1],
  Choreographer: [1, 1],
};

/** The crafts that a newcomer can learn. Other crafts need somebody who practises them, or an experienced member. */
const OPEN_TO_ALL: readonly Craft[] = [
  'Set build',
  'Costume',
  'Properties',
  'Prompter',
  'Front of house',
  'Sound',
  'Lighting',
];

const MIN_ADULT_PART_AGE = 16;
const MAX_CHILD_AGE = 15;
/** Outside the youth theatre, nobody under eighteen plays a part older than this. */
const OLDEST_PART_BEFORE_EIGHTEEN = 20;
/**
 * The years of membership that somebody needs before directing, or before standing in for a craft that a newcomer can't
 * learn.
 */
const YEARS_BEFORE_DIRECTING = 5;

/**
 * Returns the cast and crew of a show, in billing order: cast first, crew after. The people who run the show are chosen
 * first, then the cast, then the other crew. Nobody gets two credits unless the show itself names them twice. The order
 * in which shows are cast doesn't matter.
 */
export function castShow(show: CastingInput, people: DemoPerson[]): NewCredit[] {
  const about = people.filter(({ joined, until }) => joined <= show.year && show.year <= until);
  const settled = new Set([...Object.values(show.cast ?? {}), ...Object.values(show.crew ?? {}).flat()]);
  const free = new Set(about.filter(({ name }) => !settled.has(name)));
  const crew = new Map<Craft, DemoPerson[]>();
  const needed = CRAFTS.filter((craft) => show.musical || (craft !== 'Musical director' && craft !== 'Choreographer'));

  for (const craft of needed.filter((craft) => !OPEN_TO_ALL.includes(craft)))
    crew.set(craft, pickCrew(show, craft, free, about));
  const cast = show.play.parts.map((part) => ({ part, people: pickPlayers(show, part, free, about) }));
  for (const craft of needed.filter((craft) => OPEN_TO_ALL.includes(craft)))
    crew.set(craft, pickCrew(show, craft, free, about));

  return [
    ...cast.flatMap(({ part, people }, at) => people.map((who) => credit(who, show.year, 'cast', part.role, at + 1))),
    ...needed.flatMap((craft, at) =>
      (crew.get(craft) ?? []).map((who) => credit(who, show.year, 'crew', craft, at + 1)),
    ),
  ];
}

function credit(who: DemoPerson, year: number, kind: 'cast' | 'crew', role: string, order: number): NewCredit {
  const printed = who.former && year <= who.former.until ? who.former.name : '';
  return { person: who.name, as: printed, kind, role, order };
}

/**
 * Chooses the players of a part: the person who is already cast or, unless the show is still being cast, the free
 * people whom the part suits best. Removes the latter from `free`.
 */
function pickPlayers(show: CastingInput, part: PlayRole, free: Set<DemoPerson>, about: DemoPerson[]): DemoPerson[] {
  const settled = about.find(({ name }) => name === show.cast?.[part.role]);
  if (settled) return [settled];
  if (show.stillCasting) return [];
  const auditioning = [...free].filter((who) => mayPlay(who, part, show));
  return takeBest(free, auditioning, part.people, (who) => scoreSuitability(who, part, show));
}

function mayPlay(who: DemoPerson, part: PlayRole, show: CastingInput): boolean {
  const age = show.year - who.born;
  if (show.youth) return age >= 10 && age <= 18;
  if (part.age < MIN_ADULT_PART_AGE) return age >= 9;
  return age >= (part.age <= OLDEST_PART_BEFORE_EIGHTEEN ? MIN_ADULT_PART_AGE : 18);
}

/**
 * Scores how well a part suits somebody in this show, from the years between their age and the part's, their voice, and
 * chance.
 */
function scoreSuitability(who: DemoPerson, part: PlayRole, show: CastingInput): number {
  const years = Math.abs(show.year - who.born - part.age);
  const voice = part.voice === 'any' || part.voice === who.voice ? 0 : 4;
  // People who work backstage act less, and take more breaks.
  const offstage = Object.values(who.crafts).some((from) => from <= show.year) ? 1 : 0;
  const resting = computePseudoRandomNumber('resting', show.key, who.name) < 0.3 + 0.2 * offstage ? 3 : 0;
  return (
    3 * computePseudoRandomNumber('audition', show.key, part.role, who.name) +
    2 * computePseudoRandomNumber('keen', who.name) -
    years / 6 -
    voice -
    resting
  );
}

/**
 * Chooses people for a craft: those whom the show already names or, unless the show is still being cast, free people
 * over fifteen who practise this craft and, if there are too few, others who can learn it. Removes the chosen people
 * from `free`.
 */
function pickCrew(show: CastingInput, craft: Craft, free: Set<DemoPerson>, about: DemoPerson[]): DemoPerson[] {
  const settled = show.crew?.[craft];
  if (settled) return about.filter(({ name }) => settled.includes(name));
  if (show.stillCasting) return [];
  const [least, most] = CREW_SIZES[craft];
  const wanted = least + Math.floor((most - least + 1) * computePseudoRandomNumber('hands', show.key, craft));
  const grown = [...free].filter((who) => show.year - who.born > MAX_CHILD_AGE);
  const theirs = grown.filter((who) => practisesCraft(who, craft, show.year));
  const chance = (who: DemoPerson) => computePseudoRandomNumber('call', show.key, craft, who.name);
  const called = takeBest(free, theirs, wanted, chance);
  if (called.length >= wanted) return called;
  const others = grown.filter((who) => !called.includes(who) && mayLearn(who, craft, show.year));
  return [...called, ...takeBest(free, others, wanted - called.length, chance)];
}

function practisesCraft(who: DemoPerson, craft: Craft, year: number): boolean {
  const from = who.crafts[craft];
  return from !== undefined && from <= year && (craft !== 'Director' || year - who.joined >= YEARS_BEFORE_DIRECTING);
}

/**
 * Returns true if somebody who doesn't do this craft can stand in. Anybody can do work that a newcomer can learn; other
 * work needs an experienced member.
 */
function mayLearn(who: DemoPerson, craft: Craft, year: number): boolean {
  return OPEN_TO_ALL.includes(craft) || year - who.joined >= YEARS_BEFORE_DIRECTING;
}

function takeBest(
  free: Set<DemoPerson>,
  from: DemoPerson[],
  count: number,
  worth: (who: DemoPerson) => number,
): DemoPerson[] {
  const ranked = from.map((who) => ({ who, worth: worth(who) })).sort((a, b) => b.worth - a.worth);
  const picked = ranked.slice(0, count).map(({ who }) => who);
  for (const who of picked) free.delete(who);
  return picked;
}
