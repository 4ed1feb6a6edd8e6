import { cachedByTables } from '#platform/server/database/cache-by-tables.ts';
import { type Reading, revisionIn } from '#platform/server/database/index.ts';
import { datesOf } from '../run.ts';
import { type Design, type Designed, designsOf } from './poster/designs.ts';
import { type PosterSubject, posterVersion } from './poster/poster.ts';
import { type ListedShow, titlesAndGenres } from './store.ts';

type Billed = Pick<
  ListedShow,
  'id' | 'title' | 'author' | 'genre' | 'company' | 'date' | 'date_precision' | 'first_date' | 'first_date_precision'
>;

/** What default posters are made with, besides what is known of the show itself. */
export interface Posters {
  /** Signs those of shows whose company isn't another one. */
  society: string;
  designs: ReadonlyMap<string, Design>;
}

/** The default posters as they would be if a show had another one of those that its title could have. */
export async function postersWith(db: Reading, society: string, one: Pick<Designed, 'id' | 'poster_number'>) {
  const shows = await titlesAndGenres(db);
  return { society, designs: await designsOf(shows.map((show) => (show.id === one.id ? { ...show, ...one } : show))) };
}

/** How each show's default poster is made, so that it differs from those near it: worked out when a show changes. */
export async function postersIn(db: Reading, society: string): Promise<Posters> {
  return { society, designs: await designsIn({ db, revision: await revisionIn(db) }) };
}

const designsIn = cachedByTables(
  ['show'],
  () => '',
  async ({ db }: { db: Reading; revision: number }) => designsOf(await titlesAndGenres(db)),
);

/** What a show's default poster is made from, signed by its company where that isn't the society. */
export const posterSubject = (show: Billed, { society, designs }: Posters): PosterSubject => ({
  id: show.id,
  title: show.title,
  author: show.author,
  genre: show.genre,
  society: show.company || society,
  when: datesOf(show),
  ...designs.get(show.id),
});

/** The file's name at the poster's address, the only one that may be kept for ever. */
export const posterFile = (subject: PosterSubject): string => `${posterVersion(subject)}.svg`;

/** The address of a show's picture: its own artwork, else its default poster. A changed poster has a new address. */
export function posterAddress(show: Billed & { programme: string }, posters: Posters): string {
  return show.programme || `/posters/${show.id}/${posterFile(posterSubject(show, posters))}`;
}
