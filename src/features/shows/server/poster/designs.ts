import { breathe } from '#platform/server/background/breathing.ts';
import { type MotifName, motifsFor, motifsOf } from './motifs/index.ts';
import { INK_NAMES, type InkName } from './motifs/inks.ts';
import { hash, type Random, randomFrom } from './motifs/seed.ts';

/** What two posters must not have in common, or they look alike. */
export interface Design {
  motif: MotifName;
  inks: InkName;
  /** Which of a show's posters this is: each number varies the rest of it too. */
  poster_number: number;
}

/** In a list of posters up to four across, those beside and above are no further away than this. */
const NEAR = 4;
/** No two of so many in a row have the same picture in the same inks. */
const APART = 44;

/** What decides a show's design. */
export interface Designed {
  id: string;
  title: string;
  genre: string;
  /** 0 is the first. */
  poster_number: number;
}

/**
 * A design for each of these shows, the oldest first. Each has a picture of what its title speaks of, or what its own
 * id and genre choose, or the next one after it that none of the few before it has; its second poster has the one after
 * that, and so on. So neither a new show nor another poster changes any that came before it.
 *
 * There is always one left: a picture comes back after four others at the soonest, so it stands at most nine times
 * among the last 44, and of fourteen inks less the four nearest that leaves one.
 */
export async function designsOf(shows: readonly Designed[]): Promise<Map<string, Design>> {
  const begun = worked.shows.findIndex((show, at) => !isSame(show, shows[at]));
  const designs = worked.designs.slice(0, begun === -1 ? shows.length : begun);
  for (const { id, title, genre, poster_number } of shows.slice(designs.length)) {
    const random = randomFrom(hash(id));
    const near = designs.slice(-NEAR);
    const usual = fromOne(motifsFor(genre), random);
    const suited = [...new Set([...motifsOf(title), ...usual])];
    const motif = numbered(suited, poster_number, (one) => near.every((other) => other.motif !== one)) ?? usual[0];
    const taken = [...near, ...designs.slice(-APART).filter((other) => other.motif === motif)];
    const ink = fromOne(INK_NAMES, random);
    const inks = numbered(ink, poster_number, (one) => taken.every((other) => other.inks !== one)) ?? ink[0];
    designs.push({ motif, inks, poster_number });
    await breathe();
  }
  worked = { shows, designs };
  return new Map(shows.flatMap(({ id }, at) => (designs[at] ? [[id, designs[at]]] : [])));
}

/** What was worked out last: up to the first show that differs, it still holds. */
let worked: { shows: readonly Designed[]; designs: readonly Design[] } = { shows: [], designs: [] };

const isSame = (one: Designed, other: Designed | undefined) =>
  one.id === other?.id &&
  one.title === other.title &&
  one.genre === other.genre &&
  one.poster_number === other.poster_number;

/** The list from one by chance on, and round to it. */
function fromOne<T>(list: readonly [T, ...T[]], random: Random): [T, ...T[]] {
  const at = Math.floor(random() * list.length);
  return [list[at] ?? list[0], ...list.slice(at + 1), ...list.slice(0, at)];
}

/** Of those that are free, the one of this number: after the last comes the first again. */
function numbered<T>(list: readonly T[], number: number, free: (one: T) => boolean): T | undefined {
  const some = list.filter(free);
  return some[number % some.length];
}
