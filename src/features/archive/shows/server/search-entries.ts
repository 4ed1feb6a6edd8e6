import { readSettings } from '#features/society/settings/server/index.ts';
import { runCooperatively } from '#platform/server/background/event-loop.ts';
import type { SearchEntries, SearchEntry } from '#platform/server/feature/search-entries.ts';
import type { CalendarDate } from '#platform/shared/dates.ts';
import { createIncrementalMapper } from '#platform/shared/map-incrementally.ts';
import { memoizeLast } from '#platform/shared/memoize-last.ts';
import { formatByline } from '../byline.ts';
import { personPath, showPath } from '../paths.ts';
import { personSearchEntry } from '../people/server/index.ts';
import { formatRun } from '../run.ts';
import { isOnSite } from '../visibility.ts';
import { type ArchiveIndex, cacheByArchive } from './archive-index.ts';
import type { IndexedPerson } from './person-index.ts';
import { getIndexedPosterUrl, loadPosterContext, type PosterContext } from './posters.ts';
import type { IndexedShow } from './show-index.ts';

type View = Parameters<SearchEntries['listSearchEntries']>[0];

const sitemapEntriesAt = cacheByArchive<View, Awaited<ReturnType<SearchEntries['listSitemapEntries']>>>(
  () => '',
  async ({ shows, byId, people }) => {
    const isPublic = (id: string) => {
      const show = byId.get(id);
      return show !== undefined && isOnSite(show);
    };
    return [
      ...shows.filter(isOnSite).map((show) => ({ path: showPath(show), changed: show.updated_at })),
      ...(await people())
        .filter((person) => person.shows.some(isPublic))
        .map(({ id, name }) => ({ path: personPath(id, name) })),
    ];
  },
);

const showEntry = (show: IndexedShow, poster: string): SearchEntry => ({
  type: 'show',
  title: show.title,
  href: showPath(show),
  detail: [formatByline(show.author), formatRun(show), show.cancelled && 'cancelled'].filter(Boolean).join(', '),
  also: show.author === '' ? [] : [show.author],
  poster,
});

const showEntries = new WeakMap<IndexedShow, SearchEntry>();

/** The same for a show on record: one object as long as nothing in it changes. */
function entryOfIndexed(show: IndexedShow, posters: PosterContext): SearchEntry {
  const poster = getIndexedPosterUrl(show, posters);
  const known = showEntries.get(show);
  if (known?.poster === poster) return known;
  const item = showEntry(show, poster);
  showEntries.set(show, item);
  return item;
}

/** Placeholder for a show or a person that nobody can find. */
const hidden = null;

const showsWith = memoizeLast((designs: PosterContext['designs'], society: string) =>
  createIncrementalMapper((show: IndexedShow) =>
    isOnSite(show) ? entryOfIndexed(show, { designs, society }) : hidden,
  ),
);

/** Overnight, coming shows become past ones. */
const peopleOn = memoizeLast((day: CalendarDate, byId: ArchiveIndex['byId']) =>
  createIncrementalMapper((person: IndexedPerson) => {
    const theirs = person.shows.flatMap((id) => byId.get(id) ?? []).filter(isOnSite);
    return theirs.length === 0 ? hidden : personSearchEntry(person, theirs, day);
  }),
);

/** Built once for each change of the archive; yields to other work in between. */
const searchEntriesAt = cacheByArchive<View & { society: string }, readonly SearchEntry[]>(
  ({ society, today: day }) => `${day} ${society}`,
  async ({ shows, byId, people }, { db, society, today: day }) => {
    const { designs } = await loadPosterContext(db, society);
    const found = await runCooperatively(showsWith(designs, society).inSteps(shows));
    const named = await runCooperatively(peopleOn(day, byId).inSteps(await people()));
    return [...found, ...named].filter((item) => item !== hidden);
  },
);

/** The shows that visitors see, and the people in them. */
export const showSearchEntries: SearchEntries = {
  listSitemapEntries: sitemapEntriesAt,
  listSearchEntries: async (view) => searchEntriesAt({ ...view, society: (await readSettings(view.db)).siteName }),
};
