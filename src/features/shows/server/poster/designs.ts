import { breathe } from '#platform/server/background/breathing.ts';
import { type MotifName, motifsFor, motifsOf } from './motifs/index.ts';
import { INK_NAMES, type InkName } from './motifs/inks.ts';
import { hash, type Random, randomFrom } from './motifs/seed.ts';

/** What two posters must not have in common, or they look alike. */
export interface Design {
  motif: MotifName;
  inks: InkName;
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
}

/**
 * A design for each of these shows, the oldest first. Each has a picture of what its title speaks of, or what its own
 * id and genre choose, or the next one after it that none of the few before it has. So a new show changes none that
 * came before it.
 *
 * There is always one left: a picture comes back after four others at the soonest, so it stands at most nine times
 * among the last 44, and of fourteen inks less the four nearest that leaves one.
 */
export async function designsOf(shows: readonly Designed[]): Promise<Map<string, Design>> {
  const designs: Design[] = [];
  for (const { id, title, genre } of shows) {
    const random = randomFrom(hash(id));
    const near = designs.slice(-NEAR);
    const free = (one: MotifName) => near.every((other) => other.motif !== one);
    const usual = choose(motifsFor(genre), random, free);
    const motif = motifsOf(title).find(free) ?? usual;
    const taken = [...near, ...designs.slice(-APART).filter((other) => other.motif === motif)];
    designs.push({ motif, inks: choose(INK_NAMES, random, (one) => taken.every((other) => other.inks !== one)) });
    await breathe();
  }
  return new Map(shows.flatMap(({ id }, at) => (designs[at] ? [[id, designs[at]]] : [])));
}

/** One by chance, or the next one in turn that is free. */
function choose<T>(list: readonly [T, ...T[]], random: Random, free: (one: T) => boolean): T {
  const at = Math.floor(random() * list.length);
  return [...list.slice(at), ...list.slice(0, at)].find(free) ?? list[0];
}
