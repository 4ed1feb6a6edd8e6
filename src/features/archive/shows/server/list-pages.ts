import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { isPast } from '#platform/shared/dates/dates.ts';
import type { MemberEntry, ShowEntry, ShowListContent } from '../contract.ts';
import { parseListQuery } from '../list-query.ts';
import { isOnSite } from '../paths.ts';
import { correctShowSearchInSteps } from '../search-corrections.ts';
import { prepareListInSteps, trimShowListForHtml } from '../show-list.ts';
import { cacheByShows, loadCachedPeople, loadCachedShowIndex } from './archive-index.ts';
import { loadPosterUrls, type PosterContext, showPosterUrl } from './posters.ts';
import type { IndexedShow } from './show-index.ts';
import { type ListedShow, listArchivedShows } from './store.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'today'> & { society: string };

/** Returns a show in the form that every list displays. */
export const toShowEntry = (show: ListedShow, posters: PosterContext): ShowEntry =>
  entryWith(show, showPosterUrl(show, posters));

const entryWith = (show: Omit<ListedShow, 'subtitle' | 'banner'>, programme: string): ShowEntry => ({
  id: show.id,
  title: show.title,
  date: show.date,
  date_precision: show.date_precision,
  first_date: show.first_date,
  author: show.author,
  programme,
  venue: show.venue,
  company: show.company,
  season: show.season,
  genre: show.genre,
  show_type: show.show_type,
});

const also = ({ society, today }: View) => `${today} ${society}`;

/** The past shows and everyone who was in them. They are computed once after each change of the archive. */
export const loadPastShows = cacheByShows<View, ShowListContent>(also, (view) =>
  listShows(view, {
    title: 'Past shows',
    default_layout: 'cards',
    isListed: (show) => !show.cancelled && isPast(show.date, show.date_precision, view.today),
  }),
);

/** The past shows for people who manage shows: each links to its editor. */
export const loadPastShowsForManagers = cacheByShows<View, ShowListContent>(also, async (view) => ({
  ...(await loadPastShows(view)),
  admin: true,
}));

/** Every show, including future and cancelled ones, for people who manage them. */
export const loadManageableShows = cacheByShows<View, ShowListContent>(also, async (view) => ({
  ...(await listShows(view, { title: 'Manage Shows', default_layout: 'table', isListed: () => true })),
  admin: true,
  archived: await listArchivedShows(view.db),
}));

/** Lists shows that aren't archived, and everyone who was in them. */
async function listShows(
  view: View,
  {
    isListed,
    ...about
  }: Pick<ShowListContent, 'title' | 'default_layout'> & { isListed: (show: IndexedShow) => boolean },
): Promise<ShowListContent> {
  const posters = await loadPosterUrls(view);
  const listed = (await loadCachedShowIndex(view)).shows.filter((show) => isOnSite(show) && isListed(show));
  const ids = new Set(listed.map(({ id }) => id));
  const members: Record<string, MemberEntry> = {};
  for (const { id, name, also, shows } of await loadCachedPeople(view)) {
    const theirs = shows.filter((show) => ids.has(show));
    if (theirs.length > 0) members[id] = { name, also_known_as: [...also], shows: theirs };
    await yieldToEventLoop();
  }
  const shows = listed.map((show) => entryWith(show, posters.get(show.id) ?? ''));
  return { type: 'list_shows', ...about, shows, members };
}

/** Returns the part of a list that the HTML page contains. Corrects typing mistakes in a search that finds nothing. */
export async function trimListForHtml(
  list: ShowListContent,
  { query }: { query: URLSearchParams },
): Promise<ShowListContent> {
  const choices = parseListQuery(query);
  await runCooperatively(prepareListInSteps(list, choices));
  const trimmed = trimShowListForHtml(list, choices);
  if (trimmed.first_view?.matches !== 0) return trimmed;
  const corrected = await runCooperatively(correctShowSearchInSteps(list, choices));
  if (corrected === null) return trimmed;
  const { first_view, ...content } = trimShowListForHtml(list, { ...choices, search: corrected });
  return { ...content, ...(first_view && { first_view: { ...first_view, corrected } }) };
}
