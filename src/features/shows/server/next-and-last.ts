import type { Reading } from '#platform/server/database/index.ts';
import { isPast, yearOf } from '#platform/shared/dates.ts';
import { showAddress } from '../address.ts';
import type { ArchiveInShort } from '../contract.ts';
import { showEntry } from './list-pages.ts';
import { posterAddress, postersIn } from './posters.ts';
import { type ListedShow, listedShows } from './store.ts';

/** A show as the pages around it announce it. */
export type ShowCard = ListedShow & { poster: string; link: string };

/** The next show ahead (or on now) and the last one past, of all that weren't cancelled. */
export async function showsAround(
  { db, today }: { db: Reading; today: string },
  society: string,
): Promise<{ next: ShowCard | undefined; last: ShowCard | undefined }> {
  const posters = await postersIn(db, society);
  const card = (show: ListedShow | undefined) =>
    show && { ...show, poster: posterAddress(show, posters), link: showAddress(show) };
  const shows = await listedShows(db);
  const ahead = shows.filter((show) => !isPast(show.date, show.date_precision, today));
  const last = shows.find((show) => isPast(show.date, show.date_precision, today));
  return { next: card(ahead.at(-1)), last: card(last) };
}

/** The archive in short and its latest posters, for pages that lead to it; undefined before the first show. */
export async function archiveInShort(
  { db, today }: { db: Reading; today: string },
  society: string,
  most: number,
): Promise<ArchiveInShort | undefined> {
  const past = (await listedShows(db)).filter((show) => isPast(show.date, show.date_precision, today));
  const oldest = past.at(-1);
  if (!oldest) return undefined;
  const posters = await postersIn(db, society);
  const latest = past.slice(0, most).map((show) => showEntry(show, posters));
  return { total: past.length, since: yearOf(oldest.date), latest };
}
