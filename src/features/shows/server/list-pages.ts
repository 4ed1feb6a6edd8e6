import { breathe, inTurns } from '#platform/server/background/event-loop.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { isPast } from '#platform/shared/dates.ts';
import { lastOf } from '#platform/shared/last-of.ts';
import { rowByRow } from '#platform/shared/row-by-row.ts';
import type { ListShows, MemberEntry, ShowEntry } from '../contract.ts';
import { readAddress } from '../list-address.ts';
import { isOnSite } from '../on-site.ts';
import { firstView, prepareInSteps } from '../show-list.ts';
import { followedOptionsOf } from './followed-offers.ts';
import { cachedByRecord, type OnRecord } from './on-record.ts';
import type { PersonOnRecord } from './people-on-record.ts';
import { addressOnRecord, type Posters, posterAddress, postersIn } from './posters.ts';
import type { ShowOnRecord } from './shows-on-record.ts';
import { archivedShows, type ListedShow } from './store.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'today'> & { society: string };

/** What every list shows of a show. */
export const showEntry = (show: ListedShow, posters: Posters): ShowEntry =>
  entryWith(show, posterAddress(show, posters));

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

const entries = new WeakMap<ShowOnRecord, ShowEntry>();

/** The same for a show on record: one object as long as nothing in it changes. */
function entryOnRecord(show: ShowOnRecord, posters: Posters): ShowEntry {
  const programme = addressOnRecord(show, posters);
  const known = entries.get(show);
  if (known?.programme === programme) return known;
  const entry = entryWith(show, programme);
  entries.set(show, entry);
  return entry;
}

/** Stands for a show that a list leaves out. */
const notListed = null;

const also = ({ society, today }: View) => `${today} ${society}`;

/** The past shows and everyone who was in them, computed once for each change of the archive. */
export const archiveAt = cachedByRecord<View, ListShows>(
  also,
  listing('Past shows', 'cards', (show, today) => !show.cancelled && isPast(show.date, show.date_precision, today)),
);

/** The same for those who manage shows: each leads to where it is edited. */
export const archiveForManagersAt = cachedByRecord<View, ListShows>(also, async (_, view) => ({
  ...(await archiveAt(view)),
  admin: true,
}));

const manageable = listing('Manage shows', 'table', () => true);

/** Every show, also future and cancelled ones, for those who manage them. */
export const manageableAt = cachedByRecord<View, ListShows>(also, async (record, view) => ({
  ...(await manageable(record, view)),
  admin: true,
  archived: await archivedShows(view.db),
}));

/**
 * Computes a list of shows that aren't archived. Parts about unchanged shows and people are taken from the last list.
 */
function listing(
  title: string,
  default_layout: ListShows['default_layout'],
  isListed: (show: ShowOnRecord, today: string) => boolean,
) {
  const isIn = (show: ShowOnRecord, today: string) => isOnSite(show) && isListed(show, today);
  const entriesWith = lastOf((designs: Posters['designs'], society: string, today: string) =>
    rowByRow((show: ShowOnRecord) => (isIn(show, today) ? entryOnRecord(show, { designs, society }) : notListed)),
  );
  // Overnight, coming shows become past ones
  const memberOn = lastOf((today: string) => {
    const known = new WeakMap<PersonOnRecord, MemberEntry>();
    return (person: PersonOnRecord, byId: OnRecord['byId']) => {
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
  const membersOf = lastOf(async (people: readonly PersonOnRecord[], today: string, byId: OnRecord['byId']) => {
    const members: Record<string, MemberEntry> = {};
    for (const person of people) {
      const member = memberOn(today)(person, byId);
      if (member.shows.length > 0) members[person.id] = member;
      await breathe();
    }
    return members;
  });
  return async (record: OnRecord, { db, society, today }: View): Promise<ListShows> => {
    const made = entriesWith((await postersIn(db, society)).designs, society, today);
    const shows = (await inTurns(made.inSteps(record.shows))).filter((entry) => entry !== notListed);
    const members = await membersOf(await record.people(), today, record.byId);
    return { type: 'list_shows', title, default_layout, shows, members };
  };
}

/** The part of a list that HTML carries. */
export async function listPart(list: ListShows, { query }: { query: URLSearchParams }): Promise<ListShows> {
  const choices = readAddress(query);
  await inTurns(prepareInSteps(list, choices, followedOptionsOf));
  return firstView(list, choices);
}
