import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { isPast } from '#platform/shared/dates.ts';
import { createIncrementalMapper } from '#platform/shared/map-incrementally.ts';
import { memoizeLast } from '#platform/shared/memoize-last.ts';
import type { MemberEntry, ShowEntry, ShowListContent } from '../contract.ts';
import { parseListQuery } from '../list-query.ts';
import { prepareListInSteps, toShowListFirstView } from '../show-list.ts';
import { isOnSite } from '../visibility.ts';
import { type ArchiveIndex, cacheByArchive } from './archive-index.ts';
import { updateFilterOptions } from './incremental-filter-options.ts';
import type { IndexedPerson } from './person-index.ts';
import { getIndexedPosterUrl, loadPosterContext, type PosterContext, showPosterUrl } from './posters.ts';
import type { IndexedShow } from './show-index.ts';
import { type ListedShow, listArchivedShows } from './store.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'today'> & { society: string };

/** Returns a show as every list displays it. */
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

const entries = new WeakMap<IndexedShow, ShowEntry>();

/** The same for a show on record: one object as long as nothing in it changes. */
function indexedEntry(show: IndexedShow, posters: PosterContext): ShowEntry {
  const programme = getIndexedPosterUrl(show, posters);
  const known = entries.get(show);
  if (known?.programme === programme) return known;
  const entry = entryWith(show, programme);
  entries.set(show, entry);
  return entry;
}

/** Placeholder for a show that a list leaves out. */
const notListed = null;

const also = ({ society, today }: View) => `${today} ${society}`;

/** The past shows and everyone who was in them, computed once for each change of the archive. */
export const loadPastShows = cacheByArchive<View, ShowListContent>(
  also,
  listing('Past shows', 'cards', (show, today) => !show.cancelled && isPast(show.date, show.date_precision, today)),
);

/** The same for people who manage shows: each links to its editor. */
export const loadPastShowsForManagers = cacheByArchive<View, ShowListContent>(also, async (_, view) => ({
  ...(await loadPastShows(view)),
  admin: true,
}));

const manageable = listing('Manage Shows', 'table', () => true);

/** Every show, also future and cancelled ones, for those who manage them. */
export const loadManageableShows = cacheByArchive<View, ShowListContent>(also, async (record, view) => ({
  ...(await manageable(record, view)),
  admin: true,
  archived: await listArchivedShows(view.db),
}));

/**
 * Computes a list of shows that aren't archived. Parts about unchanged shows and people are taken from the last list.
 */
function listing(
  title: string,
  default_layout: ShowListContent['default_layout'],
  isListed: (show: IndexedShow, today: string) => boolean,
) {
  const isIn = (show: IndexedShow, today: string) => isOnSite(show) && isListed(show, today);
  const entriesWith = memoizeLast((designs: PosterContext['designs'], society: string, today: string) =>
    createIncrementalMapper((show: IndexedShow) =>
      isIn(show, today) ? indexedEntry(show, { designs, society }) : notListed,
    ),
  );
  // Overnight, coming shows become past ones
  const memberOn = memoizeLast((today: string) => {
    const known = new WeakMap<IndexedPerson, MemberEntry>();
    return (person: IndexedPerson, byId: ArchiveIndex['byId']) => {
      const before = known.get(person);
      if (before) return before;
      const shows = person.shows.filter((id) => {
        const show = byId.get(id);
        return show !== undefined && isIn(show, today);
      });
      const entry = { name: person.name, also_known_as: [...person.also], shows };
      known.set(person, entry);
      return entry;
    };
  });
  const membersOf = memoizeLast(async (people: readonly IndexedPerson[], today: string, byId: ArchiveIndex['byId']) => {
    const members: Record<string, MemberEntry> = {};
    for (const person of people) {
      const member = memberOn(today)(person, byId);
      if (member.shows.length > 0) members[person.id] = member;
      await yieldToEventLoop();
    }
    return members;
  });
  return async (record: ArchiveIndex, { db, society, today }: View): Promise<ShowListContent> => {
    const made = entriesWith((await loadPosterContext(db, society)).designs, society, today);
    const shows = (await runCooperatively(made.inSteps(record.shows))).filter((entry) => entry !== notListed);
    const members = await membersOf(await record.people(), today, record.byId);
    return { type: 'list_shows', title, default_layout, shows, members };
  };
}

/** The part of a list that HTML carries. */
export async function toListFirstView(
  list: ShowListContent,
  { query }: { query: URLSearchParams },
): Promise<ShowListContent> {
  const choices = parseListQuery(query);
  await runCooperatively(prepareListInSteps(list, choices, updateFilterOptions));
  return toShowListFirstView(list, choices);
}
