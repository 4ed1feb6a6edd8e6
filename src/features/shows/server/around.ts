import type { Reading } from '../../../platform/server/database/index.ts';
import { isPast } from '../../../platform/shared/dates.ts';
import { showAddress } from '../address.ts';
import { posterAddress } from './posters.ts';
import { type ListedShow, listedShows } from './store.ts';

/** A show as the pages around it announce it. */
export type ShowCard = ListedShow & { poster: string; link: string };

/** The next show ahead (or on now) and the last one past, of all that weren't cancelled. */
export async function showsAround(
  { db, today }: { db: Reading; today: string },
  society: string,
): Promise<{ next: ShowCard | undefined; last: ShowCard | undefined }> {
  const card = (show: ListedShow | undefined) =>
    show && { ...show, poster: posterAddress(show, society), link: showAddress(show) };
  const shows = await listedShows(db);
  const ahead = shows.filter((show) => !isPast(show.date, show.date_precision, today));
  const last = shows.find((show) => isPast(show.date, show.date_precision, today));
  return { next: card(ahead.at(-1)), last: card(last) };
}
