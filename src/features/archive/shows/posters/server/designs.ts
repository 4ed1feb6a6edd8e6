import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import {
  createRandomGenerator,
  type DrawMotif,
  hashText,
  INK_SET_NAMES,
  type InkSetName,
  type Random,
} from './motifs/drawing.ts';
import {
  drawChequeredFloor,
  drawFollowSpot,
  drawOrbit,
  drawPetals,
  drawSplitFaces,
  drawSunrise,
  drawWaves,
} from './motifs/patterns.ts';
import {
  drawCandle,
  drawCurtain,
  drawDoor,
  drawEye,
  drawFestoon,
  drawKeyhole,
  drawRooftops,
  drawStairs,
  drawTelephoneDial,
  drawUmbrella,
  drawWindow,
} from './motifs/scenes.ts';

export const MOTIFS = {
  orbit: drawOrbit,
  beam: drawFollowSpot,
  curtain: drawCurtain,
  window: drawWindow,
  waves: drawWaves,
  petals: drawPetals,
  halves: drawSplitFaces,
  rays: drawSunrise,
  door: drawDoor,
  wire: drawTelephoneDial,
  candle: drawCandle,
  checks: drawChequeredFloor,
  eye: drawEye,
  festoon: drawFestoon,
  keyhole: drawKeyhole,
  rooftops: drawRooftops,
  stairs: drawStairs,
  umbrella: drawUmbrella,
} satisfies Record<string, DrawMotif>;

export type MotifName = keyof typeof MOTIFS;

type Names = readonly [MotifName, ...MotifName[]];

export const MOTIF_NAMES = Object.keys(MOTIFS) as unknown as Names;

/**
 * Patterns of genres, and the motifs that suit them. Societies name genres freely ("Pantomime", "Murder mystery"); the
 * first pattern that matches counts.
 */
const MOTIFS_BY_GENRE: [genre: RegExp, motifs: Names][] = [
  [
    /thriller|myster|murder|crime|horror|ghost/,
    ['beam', 'wire', 'door', 'window', 'eye', 'keyhole', 'stairs', 'candle', 'rooftops'],
  ],
  [
    /comed|farce|panto/,
    ['curtain', 'halves', 'orbit', 'petals', 'umbrella', 'festoon', 'keyhole', 'rooftops', 'checks'],
  ],
  [
    /classic|shakespeare|tragedy|restoration/,
    ['halves', 'waves', 'curtain', 'rays', 'candle', 'checks', 'stairs', 'eye', 'petals'],
  ],
  [
    /music|opera|revue|cabaret|variety/,
    ['rays', 'curtain', 'orbit', 'halves', 'festoon', 'umbrella', 'rooftops', 'beam', 'stairs'],
  ],
  [/drama/, ['door', 'rays', 'window', 'petals', 'waves', 'stairs', 'umbrella', 'candle', 'rooftops']],
];

/** Returns the motifs that suit a genre; all of them if it is unknown. */
export function getMotifsForGenre(genre: string): Names {
  const known = MOTIFS_BY_GENRE.find(([pattern]) => pattern.test(genre.toLowerCase()));
  return known ? known[1] : MOTIF_NAMES;
}

/** Topics of titles, and the motifs that represent them. */
const MOTIFS_BY_TOPIC: [words: RegExp, motifs: readonly MotifName[]][] = [
  [/\b(spirit|ghost|haunt(ed|ing)?|phantom|witch(es)?|dracula|vampire|séance|carol|black)s?\b/, ['candle', 'eye']],
  [/\b(dial|calls?|calling|telephone|ring)s?\b/, ['wire']],
  [/\b(murders?|murdered|dead(ly)?|death|kill(er|ing)?s?|crime|inspector|strangers?|suspects?)\b/, ['beam', 'keyhole']],
  [/\b(sea|ship|island|pirate|tempest|ocean|fish|river|sailor|twelfth)s?\b/, ['waves']],
  [/\b(garden|orchard|rose|flower|blossom|lilac|magnolia|spring|summer|midsummer)s?\b/, ['petals']],
  [/\b(rain|storm|weather|singin[’'g]*|poppins|wind)s?\b/, ['umbrella']],
  [/\b(street|town|city|roof|hotel|neighbours?|london|lane|wood)s?\b/, ['rooftops', 'window']],
  [/\b(party|fair|carnival|festival|wedding|circus|cabaret|revue|gala|aladdin|cinderella|beanstalk)s?\b/, ['festoon']],
  [/\b(king|queen|prince|princess|alice|wonderland|game)s?\b/, ['checks']],
  [/\b(dawn|sun|morning|sunset|sunshine|west|war)s?\b/, ['rays']],
  [/\b(love|lovers|two|twins?|errors|earnest|sisters|brothers|couple|husbands?|wife|wives)\b/, ['halves', 'orbit']],
];

/** Returns the motifs for a title's topics; none for most titles. */
const getMotifsForTitle = (title: string): readonly MotifName[] =>
  MOTIFS_BY_TOPIC.filter(([pattern]) => pattern.test(title.toLowerCase())).flatMap(([, motifs]) => motifs);

/** The features of a design. Two posters with the same features look alike. */
export interface PosterDesign {
  motif: MotifName;
  inks: InkSetName;
  /** The number of the show's default poster, which also varies the rest of the design. */
  poster_number: number;
}

/** In a list up to four posters wide, adjacent posters are at most this many places apart. */
const NEAR = 4;
/** Among this many successive posters, no two have the same picture in the same inks. */
const APART = 44;

/** The data that determine a show's design. */
export interface PosterDesignInput {
  id: string;
  title: string;
  genre: string;
  /** The number of the show's default poster; 0 is the first. */
  poster_number: number;
}

/**
 * Assigns a design to each show, oldest first. The title determines the motif, otherwise id and genre do; motifs of the
 * previous few shows are skipped, and `poster_number` selects a later candidate. Later shows therefore never change
 * earlier designs. A free combination always exists: a motif occurs at most nine times among the last 44 posters, and
 * the last four posters leave 10 of the 14 inks.
 */
export async function assignPosterDesigns(
  shows: readonly PosterDesignInput[],
): Promise<ReadonlyMap<string, PosterDesign>> {
  const designs: PosterDesign[] = [];
  for (const show of shows) {
    designs.push(designAfter(designs, show));
    await yieldToEventLoop();
  }
  return new Map(shows.flatMap(({ id }, at) => (designs[at] ? [[id, designs[at]]] : [])));
}

/** Chooses the design of the show that comes after these designs. */
function designAfter(
  designs: readonly PosterDesign[],
  { id, title, genre, poster_number }: PosterDesignInput,
): PosterDesign {
  const random = createRandomGenerator(hashText(id));
  const near = designs.slice(-NEAR);
  const usual = rotateRandomly(getMotifsForGenre(genre), random);
  const suited = [...new Set([...getMotifsForTitle(title), ...usual])];
  const motif = pickNumbered(suited, poster_number, (one) => near.every((other) => other.motif !== one)) ?? usual[0];
  const taken = [...near, ...designs.slice(-APART).filter((other) => other.motif === motif)];
  const ink = rotateRandomly(INK_SET_NAMES, random);
  const inks = pickNumbered(ink, poster_number, (one) => taken.every((other) => other.inks !== one)) ?? ink[0];
  return { motif, inks, poster_number };
}

/** Returns the list, rotated so that it starts at a random item. */
function rotateRandomly<T>(list: readonly [T, ...T[]], random: Random): [T, ...T[]] {
  const at = Math.floor(random() * list.length);
  return [list[at] ?? list[0], ...list.slice(at + 1), ...list.slice(0, at)];
}

/**
 * Returns the free item with this number, counted from 0; after the last free item, counting starts again. Returns
 * undefined if no item is free.
 */
function pickNumbered<T>(list: readonly T[], number: number, free: (one: T) => boolean): T | undefined {
  const some = list.filter(free);
  return some[number % some.length];
}
