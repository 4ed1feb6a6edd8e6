import { type Reading, revisionIn } from '#platform/server/database/index.ts';
import {
  assignDesigns,
  computePosterVersion,
  type DesignInput,
  type PosterDesign,
  type PosterSubject,
} from '../posters/server/index.ts';
import { formatRun } from '../run.ts';
import { cacheByArchive, loadArchiveIndex } from './archive-index.ts';
import type { IndexedShow } from './show-index.ts';
import type { ListedShow } from './store.ts';

type Billed = Pick<
  ListedShow,
  'id' | 'title' | 'author' | 'genre' | 'company' | 'date' | 'date_precision' | 'first_date' | 'first_date_precision'
>;

/** The data that default posters need in addition to the show. */
export interface PosterContext {
  /** Printed on posters of shows without another company. */
  society: string;
  designs: ReadonlyMap<string, PosterDesign>;
}

/** The default posters of a show with another number. */
export async function loadPosterContextWith(
  db: Reading,
  society: string,
  one: Pick<DesignInput, 'id' | 'poster_number'>,
) {
  const { inTurn } = await loadArchiveIndex({ db, revision: await revisionIn(db) });
  return {
    society,
    designs: await assignDesigns(inTurn.map((show) => (show.id === one.id ? { ...show, ...one } : show))),
  };
}

/** The design of each show's default poster, so that it differs from those near it: computed when a show changes. */
export async function loadPosterContext(db: Reading, society: string): Promise<PosterContext> {
  return { society, designs: await designsAt({ db, revision: await revisionIn(db) }) };
}

const designsAt = cacheByArchive(
  () => '',
  ({ inTurn }) => assignDesigns(inTurn),
);

/** The content of a show's default poster, signed by its company where that isn't the society. */
export const toPosterSubject = (show: Billed, { society, designs }: PosterContext): PosterSubject => ({
  id: show.id,
  title: show.title,
  author: show.author,
  genre: show.genre,
  society: show.company || society,
  when: formatRun(show),
  ...designs.get(show.id),
});

/** The file's name at the poster's address, the only one that may be cached for ever. */
export const posterFileName = (subject: PosterSubject): string => `${computePosterVersion(subject)}.svg`;

/** The address of a show's picture: its own artwork, else its default poster. A changed poster has a new address. */
export function showPosterUrl(show: Billed & { programme: string }, posters: PosterContext): string {
  return show.programme || `/posters/${show.id}/${posterFileName(toPosterSubject(show, posters))}`;
}

/** The last URL of each show's picture, and its inputs in addition to the show. */
const addresses = new WeakMap<IndexedShow, { design: PosterDesign | undefined; society: string; address: string }>();

/** The same for a show on record, computed once as long as show, design and society stay as they are. */
export function getIndexedPosterUrl(show: IndexedShow, posters: PosterContext): string {
  const { society } = posters;
  const design = posters.designs.get(show.id);
  const known = addresses.get(show);
  if (known && known.design === design && known.society === society) return known.address;
  const address = showPosterUrl(show, posters);
  addresses.set(show, { design, society, address });
  return address;
}
