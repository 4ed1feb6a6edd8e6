import type { DrawMotif } from './drawing.ts';
import { drawBeam, drawChecks, drawHalves, drawOrbit, drawPetals, drawRays, drawWaves } from './patterns.ts';
import { drawCurtain, drawDoor, drawKeyhole, drawRooftops, drawStairs, drawWindow } from './places.ts';
import { drawCandle, drawEye, drawFestoon, drawUmbrella, drawWire } from './things.ts';

export const MOTIFS = {
  orbit: drawOrbit,
  beam: drawBeam,
  curtain: drawCurtain,
  window: drawWindow,
  waves: drawWaves,
  petals: drawPetals,
  halves: drawHalves,
  rays: drawRays,
  door: drawDoor,
  wire: drawWire,
  candle: drawCandle,
  checks: drawChecks,
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
export const getMotifsForTitle = (title: string): readonly MotifName[] =>
  MOTIFS_BY_TOPIC.filter(([pattern]) => pattern.test(title.toLowerCase())).flatMap(([, motifs]) => motifs);
