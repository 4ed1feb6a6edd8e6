import { breathe } from '#platform/server/background/breathing.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { isPast, yearOf } from '#platform/shared/dates.ts';
import { showAddress } from '../address.ts';
import type { ArchiveInShort, DatedShow } from '../contract.ts';
import { showEntry } from './list-pages.ts';
import { type Posters, posterAddress, postersIn } from './posters.ts';
import { type ListedShow, listedShows } from './store.ts';

/** A show as the pages around it announce it. */
export type ShowCard = ListedShow & { poster: string; link: string };

/** A show as pages that lead to it tell of it. */
export const datedShow = (show: ListedShow, posters: Posters): DatedShow => ({
  ...showEntry(show, posters),
  first_date_precision: show.first_date_precision,
});

/** The next show ahead (or on now) and the last one past, of all that weren't cancelled. */
export async function showsAround(
  { db, today }: { db: Reading; today: string },
  society: string,
): Promise<{ next: ShowCard | undefined; last: ShowCard | undefined }> {
  const posters = await postersIn(db, society);
  const card = (show: ListedShow | undefined) =>
    show && { ...show, poster: posterAddress(show, posters), link: showAddress(show) };
  const shows = await listedShows(db);
  await breathe();
  const ahead = shows.filter((show) => !isPast(show.date, show.date_precision, today));
  const last = shows.find((show) => isPast(show.date, show.date_precision, today));
  return { next: card(ahead.at(-1)), last: card(last) };
}

/**
 * For pages that lead to them: whether any show is ahead, some announced after the next, and the archive in short, once
 * there is one.
 */
export async function showsInShort(
  { db, today }: { db: Reading; today: string },
  society: string,
  most: { coming: number; latest: number },
): Promise<{ isAnyAhead: boolean; coming_up: DatedShow[]; archive: ArchiveInShort | undefined }> {
  const shows = await listedShows(db);
  await breathe();
  const past = shows.filter((show) => isPast(show.date, show.date_precision, today));
  const ahead = shows.filter((show) => !isPast(show.date, show.date_precision, today)).reverse();
  const oldest = past.at(-1);
  const posters = await postersIn(db, society);
  const { coming, latest } = most;
  return {
    isAnyAhead: ahead.length > 0,
    coming_up: ahead.slice(1, 1 + coming).map((show) => datedShow(show, posters)),
    archive: oldest && {
      total: past.length,
      since: yearOf(oldest.date),
      latest: past.slice(0, latest).map((show) => showEntry(show, posters)),
    },
  };
}
