import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { createRandom, hashText, INK_NAMES, type InkName, type Random } from './motifs/drawing.ts';
import { getMotifsForGenre, getMotifsForTitle, type MotifName } from './motifs/index.ts';

/** The features of a design. Two posters with the same features look alike. */
export interface PosterDesign {
  motif: MotifName;
  inks: InkName;
  /** The number of the show's default poster, which also varies the rest of the design. */
  poster_number: number;
}

/** In a list up to four posters wide, adjacent posters are at most this many places apart. */
const NEAR = 4;
/** Among this many successive posters, no two have the same picture in the same inks. */
const APART = 44;

/** The data that determine a show's design. */
export interface DesignInput {
  id: string;
  title: string;
  genre: string;
  /** 0 is the first. */
  poster_number: number;
}

/**
 * Assigns a design to each show, oldest first. The title determines the motif, otherwise id and genre do; motifs of the
 * previous few shows are skipped, and `poster_number` selects a later candidate. Later shows therefore never change
 * earlier designs. A free combination always exists: a motif occurs at most nine times among the last 44 posters, and
 * the last four posters leave 10 of the 14 inks.
 */
export async function assignDesigns(shows: readonly DesignInput[]): Promise<ReadonlyMap<string, PosterDesign>> {
  const designs: PosterDesign[] = [];
  for (const show of shows) {
    designs.push(designAfter(designs, show));
    await yieldToEventLoop();
  }
  return new Map(shows.flatMap(({ id }, at) => (designs[at] ? [[id, designs[at]]] : [])));
}

/** Chooses the design of the show that comes after these designs. */
function designAfter(designs: readonly PosterDesign[], { id, title, genre, poster_number }: DesignInput): PosterDesign {
  const random = createRandom(hashText(id));
  const near = designs.slice(-NEAR);
  const usual = fromOne(getMotifsForGenre(genre), random);
  const suited = [...new Set([...getMotifsForTitle(title), ...usual])];
  const motif = numbered(suited, poster_number, (one) => near.every((other) => other.motif !== one)) ?? usual[0];
  const taken = [...near, ...designs.slice(-APART).filter((other) => other.motif === motif)];
  const ink = fromOne(INK_NAMES, random);
  const inks = numbered(ink, poster_number, (one) => taken.every((other) => other.inks !== one)) ?? ink[0];
  return { motif, inks, poster_number };
}

/** Returns the list, rotated so that it starts at a random item. */
function fromOne<T>(list: readonly [T, ...T[]], random: Random): [T, ...T[]] {
  const at = Math.floor(random() * list.length);
  return [list[at] ?? list[0], ...list.slice(at + 1), ...list.slice(0, at)];
}

/** Returns the free item with this number; after the last item, counting starts again. */
function numbered<T>(list: readonly T[], number: number, free: (one: T) => boolean): T | undefined {
  const some = list.filter(free);
  return some[number % some.length];
}
