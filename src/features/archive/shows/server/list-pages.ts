import { readSettings } from '#features/society/settings/server/index.ts';
import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { PublicRecordSource, SearchEntry } from '#platform/server/feature/feature.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type CalendarDate, compareDates, getYear, type Instant, isPast } from '#platform/shared/dates/dates.ts';
import { formatByline } from '../byline.ts';
import type { ArchiveSummary, PersonFilterEntry, ShowEntry, ShowEntryWithRun, ShowListContent } from '../contract.ts';
import { parseShowListQuery } from '../list-state.ts';
import { isOnSite, personPath, showPath } from '../paths.ts';
import { toPersonSearchEntry } from '../people/server/index.ts';
import { formatRun, getOpeningDayOrToday } from '../run.ts';
import { correctShowSearchInSteps } from '../search-corrections.ts';
import { prepareListInSteps, trimShowListForHtml } from '../show-list.ts';
import {
  cacheByShows,
  type IndexedShow,
  loadCachedCastRoles,
  loadCachedPeople,
  loadCachedShowIndex,
} from './archive-index.ts';
import { buildShowPosterUrl, loadPosterContext, loadPosterUrls, type PosterContext } from './posters.ts';
import {
  type ListedShow,
  listArchivedShows,
  listShowsAroundDay,
  listUncancelledShowsByIds,
  summariseShowsBefore,
} from './store.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'today'> & { society: string };

/** Returns a show as the public lists and Manage Shows display it. */
export const toShowEntry = (show: ListedShow, posters: PosterContext): ShowEntry =>
  buildShowEntry(show, buildShowPosterUrl(show, posters));

const buildShowEntry = (show: Omit<ListedShow, 'subtitle' | 'banner'>, programme: string): ShowEntry => ({
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

/** The past shows and everyone who was in them. They are computed once a day, and after each change of the archive. */
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

/**
 * All shows, including future and cancelled ones, for people who manage shows. Archived shows are listed separately, in
 * `archived`.
 */
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
  const members: Record<string, PersonFilterEntry> = {};
  for (const { id, name, also, shows } of await loadCachedPeople(view)) {
    const theirs = shows.filter((show) => ids.has(show));
    if (theirs.length > 0) members[id] = { name, also_known_as: [...also], shows: theirs };
    await yieldToEventLoop();
  }
  const shows = listed.map((show) => buildShowEntry(show, posters.get(show.id) ?? ''));
  return { type: 'list_shows', ...about, shows, members };
}

/** Returns the part of a list that the HTML page contains. Corrects typing mistakes in a search that finds nothing. */
export async function trimShowListAndCorrectSearch(
  list: ShowListContent,
  { query }: { query: URLSearchParams },
): Promise<ShowListContent> {
  const choices = parseShowListQuery(query);
  await runCooperatively(prepareListInSteps(list, choices));
  const trimmed = trimShowListForHtml(list, choices);
  if (trimmed.first_view?.matches !== 0) return trimmed;
  const corrected = await runCooperatively(correctShowSearchInSteps(list, choices));
  if (corrected === null) return trimmed;
  const { first_view, ...content } = trimShowListForHtml(list, { ...choices, search: corrected });
  return { ...content, ...(first_view && { first_view: { ...first_view, corrected } }) };
}

/** A show with the URLs of its poster and of its page, for other pages that announce the show. */
export type AnnouncedShow = ListedShow & { poster: string; link: string };

/** Returns a show as `toShowEntry` does, with the precision of its first date. */
export const toShowEntryWithRun = (show: ListedShow, posters: PosterContext): ShowEntryWithRun => ({
  ...toShowEntry(show, posters),
  first_date_precision: show.first_date_precision,
});

/**
 * Lists the future shows, and at least `most` of the newest past shows if there are as many, both newest first. A show
 * that ended before this year is never in the future, even if its date is imprecise.
 */
async function listShowsAroundToday(db: DbReader, today: CalendarDate, most: number) {
  const year = `${today.slice(0, 4)}-01-01`;
  const { since, before } = await listShowsAroundDay(db, year, most);
  const { past = [], ahead = [] } = Object.groupBy(since, ({ date, date_precision }) =>
    isPast(date, date_precision, today) ? 'past' : 'ahead',
  );
  return { ahead, past: [...past, ...before], year };
}

/** Finds the next show, whose id is `next`, and the last past show that wasn't cancelled. */
export async function findNextAndLastShow(
  { db, today }: { db: DbReader; today: CalendarDate },
  { society, next: nextId }: { society: string; next: Id | undefined },
): Promise<{ next: AnnouncedShow | undefined; last: AnnouncedShow | undefined }> {
  const posters = await loadPosterContext(db, society);
  const card = (show: ListedShow | undefined) =>
    show && { ...show, poster: buildShowPosterUrl(show, posters), link: showPath(show) };
  const { ahead, past } = await listShowsAroundToday(db, today, 2);
  // The next show is determined by performances, not by the dates entered for the show
  const next = ahead.find(({ id }) => id === nextId) ?? (nextId && (await listUncancelledShowsByIds(db, [nextId]))[0]);
  return { next: card(next || undefined), last: card(past.find(({ id }) => id !== nextId)) };
}

/** Finds the show that the site announces as the next one. */
export type FindNextShow = (
  db: DbReader,
  present: { today: CalendarDate; now: Instant },
) => Promise<{ id: Id } | undefined>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The functions that find the next show, contributed by the feature for performances. */
    nextShows: readonly FindNextShow[];
  }
}

/**
 * Loads data for pages that link to shows: the shows that open soonest apart from the next show, and a summary of the
 * archive if it has shows. `isAnyAhead` is true if any show is in the future.
 */
export async function loadShowsSummary(
  { db, today }: { db: DbReader; today: string },
  society: string,
  { next, ...most }: { next: Id | undefined; coming: number; latest: number },
): Promise<{ isAnyAhead: boolean; coming_up: ShowEntryWithRun[]; archive: ArchiveSummary | undefined }> {
  const { coming, latest } = most;
  const { ahead, past, year } = await listShowsAroundToday(db, today, latest);
  const soonest = ahead
    .filter(({ id }) => id !== next)
    .toReversed()
    .map((show) => ({ show, day: getOpeningDayOrToday(show, today) }))
    .toSorted((a, b) => compareDates(a.day, b.day))
    .map(({ show }) => show);
  const before = await summariseShowsBefore(db, year);
  const recent = past.filter(({ date }) => date >= year);
  const oldest = before.first ?? recent.at(-1)?.date;
  const posters = await loadPosterContext(db, society);
  return {
    isAnyAhead: ahead.length > 0,
    coming_up: soonest.slice(0, coming).map((show) => toShowEntryWithRun(show, posters)),
    archive:
      oldest === undefined
        ? undefined
        : {
            total: before.total + recent.length,
            since: getYear(oldest),
            latest: past.slice(0, latest).map((show) => toShowEntry(show, posters)),
          },
  };
}

type SearchView = Parameters<PublicRecordSource['listSearchEntries']>[0];

const loadSitemapEntries = cacheByShows<SearchView, Awaited<ReturnType<PublicRecordSource['listSitemapEntries']>>>(
  () => '',
  async (view) => {
    const shows = (await loadCachedShowIndex(view)).shows.filter(isOnSite);
    const ids = new Set(shows.map(({ id }) => id));
    return [
      ...shows.map((show) => ({ path: showPath(show), changed: show.updated_at })),
      ...(await loadCachedPeople(view))
        .filter((person) => person.shows.some((id) => ids.has(id)))
        .map(({ id, name }) => ({ path: personPath(id, name) })),
    ];
  },
);

const showEntry = (show: IndexedShow, poster: string, roles: SearchEntry['roles']): SearchEntry => ({
  type: 'show',
  title: show.title,
  href: showPath(show),
  detail: [formatByline(show.author), formatRun(show), show.cancelled && 'cancelled'].filter(Boolean).join(', '),
  also: show.author === '' ? [] : [show.author],
  ...(roles && { roles }),
  poster,
});

/**
 * The entries of the site search. They are built after each change of the archive and at midnight, yielding to other
 * work in between.
 */
const loadSearchEntries = cacheByShows<SearchView & { society: string }, readonly SearchEntry[]>(
  // At midnight, some future shows become past shows
  ({ society, today }) => `${today} ${society}`,
  async (view) => {
    const posters = await loadPosterUrls(view);
    const { shows, byId } = await loadCachedShowIndex(view);
    const roles = await loadCachedCastRoles(view);
    const entries = shows
      .filter(isOnSite)
      .map((show) => showEntry(show, posters.get(show.id) ?? '', roles.byShow.get(show.id)));
    for (const person of await loadCachedPeople(view)) {
      const theirs = person.shows.flatMap((id) => byId.get(id) ?? []).filter(isOnSite);
      if (theirs.length > 0)
        entries.push(toPersonSearchEntry(person, theirs, view.today, roles.byPerson.get(person.id)));
      await yieldToEventLoop();
    }
    return entries;
  },
);

/** Lists the shows that visitors see, and the people in them. */
export const showSearchEntrySource: PublicRecordSource = {
  listSitemapEntries: loadSitemapEntries,
  listSearchEntries: async (view) => loadSearchEntries({ ...view, society: (await readSettings(view.db)).siteName }),
};
