import { type Reading, revisionIn } from '#platform/server/database/index.ts';
import { datesOf } from '../run.ts';
import { archiveIndexAt, cachedByArchive } from './archive-index.ts';
import { type Design, type Designed, designsOf } from './poster/designs.ts';
import { type PosterSubject, posterVersion } from './poster/poster.ts';
import type { IndexedShow } from './show-index.ts';
import type { ListedShow } from './store.ts';

type Billed = Pick<
  ListedShow,
  'id' | 'title' | 'author' | 'genre' | 'company' | 'date' | 'date_precision' | 'first_date' | 'first_date_precision'
>;

/** What default posters need besides the show itself. */
export interface Posters {
  /** Printed on posters of shows without another company. */
  society: string;
  designs: ReadonlyMap<string, Design>;
}

/** The default posters of a show with another number. */
export async function postersWith(db: Reading, society: string, one: Pick<Designed, 'id' | 'poster_number'>) {
  const { inTurn } = await archiveIndexAt({ db, revision: await revisionIn(db) });
  return { society, designs: await designsOf(inTurn.map((show) => (show.id === one.id ? { ...show, ...one } : show))) };
}

/** The design of each show's default poster, so that it differs from those near it: computed when a show changes. */
export async function postersIn(db: Reading, society: string): Promise<Posters> {
  return { society, designs: await designsAt({ db, revision: await revisionIn(db) }) };
}

const designsAt = cachedByArchive(
  () => '',
  ({ inTurn }) => designsOf(inTurn),
);

/** The content of a show's default poster, signed by its company where that isn't the society. */
export const posterSubject = (show: Billed, { society, designs }: Posters): PosterSubject => ({
  id: show.id,
  title: show.title,
  author: show.author,
  genre: show.genre,
  society: show.company || society,
  when: datesOf(show),
  ...designs.get(show.id),
});

/** The file's name at the poster's address, the only one that may be cached for ever. */
export const posterFile = (subject: PosterSubject): string => `${posterVersion(subject)}.svg`;

/** The address of a show's picture: its own artwork, else its default poster. A changed poster has a new address. */
export function posterAddress(show: Billed & { programme: string }, posters: Posters): string {
  return show.programme || `/posters/${show.id}/${posterFile(posterSubject(show, posters))}`;
}

/** The last address of each show's picture, and its inputs besides the show. */
const addresses = new WeakMap<IndexedShow, { design: Design | undefined; society: string; address: string }>();

/** The same for a show on record, computed once as long as show, design and society stay as they are. */
export function addressOfIndexed(show: IndexedShow, posters: Posters): string {
  const { society } = posters;
  const design = posters.designs.get(show.id);
  const known = addresses.get(show);
  if (known && known.design === design && known.society === society) return known.address;
  const address = posterAddress(show, posters);
  addresses.set(show, { design, society, address });
  return address;
}
