import { readSettings } from '#features/society/settings/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { SearchEntry, SearchEntrySource } from '#platform/server/feature/feature.ts';
import { formatByline } from '../byline.ts';
import { isOnSite, personPath, showPath } from '../paths.ts';
import { toPersonSearchEntry } from '../people/server/index.ts';
import { formatRun } from '../run.ts';
import {
  cacheByShows,
  type IndexedShow,
  loadCachedCastRoles,
  loadCachedPeople,
  loadCachedShowIndex,
} from './archive-index.ts';
import { loadPosterUrls } from './posters.ts';

type View = Parameters<SearchEntrySource['listSearchEntries']>[0];

const loadSitemapEntries = cacheByShows<View, Awaited<ReturnType<SearchEntrySource['listSitemapEntries']>>>(
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
const loadSearchEntries = cacheByShows<View & { society: string }, readonly SearchEntry[]>(
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
export const showSearchEntrySource: SearchEntrySource = {
  listSitemapEntries: loadSitemapEntries,
  listSearchEntries: async (view) => loadSearchEntries({ ...view, society: (await readSettings(view.db)).siteName }),
};
