import type { Motif } from './art.ts';
import { beam } from './beam.ts';
import { curtain } from './curtain.ts';
import { door } from './door.ts';
import { halves } from './halves.ts';
import { orbit } from './orbit.ts';
import { petals } from './petals.ts';
import { rays } from './rays.ts';
import { waves } from './waves.ts';
import { window } from './window.ts';
import { wire } from './wire.ts';

export const MOTIFS = { orbit, beam, curtain, window, waves, petals, halves, rays, door, wire } satisfies Record<
  string,
  Motif
>;

export type MotifName = keyof typeof MOTIFS;

type Names = readonly [MotifName, ...MotifName[]];

export const MOTIF_NAMES: Names = [
  'orbit',
  'beam',
  'curtain',
  'window',
  'waves',
  'petals',
  'halves',
  'rays',
  'door',
  'wire',
];

/** Societies name genres freely ("Pantomime", "Murder mystery"): the first of these that fits narrows the motifs. */
const SUITED: [genre: RegExp, motifs: Names][] = [
  [/thriller|myster|murder|crime|horror|ghost/, ['beam', 'wire', 'door', 'window']],
  [/comed|farce|panto/, ['curtain', 'halves', 'orbit', 'petals']],
  [/classic|shakespeare|tragedy|restoration/, ['halves', 'waves', 'curtain', 'rays']],
  [/music|opera|revue|cabaret|variety/, ['rays', 'curtain', 'orbit', 'halves']],
  [/drama/, ['door', 'rays', 'window', 'petals']],
];

/** The motifs that suit a genre; all of them where it is unknown. */
export function motifsFor(genre: string): Names {
  const known = SUITED.find(([words]) => words.test(genre.toLowerCase()));
  return known ? known[1] : MOTIF_NAMES;
}
