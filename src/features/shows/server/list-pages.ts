import { breathe, inTurns } from '#platform/server/background/breathing.ts';
import { cachedByTables } from '#platform/server/database/cache-by-tables.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { isPast } from '#platform/shared/dates.ts';
import { readAddress } from '../address.ts';
import type { ListShows, MemberEntry, ShowEntry } from '../contract.ts';
import { otherNames } from '../people/server/other-names.ts';
import { firstView, prepareInSteps } from '../show-list.ts';
import { type Posters, posterAddress, postersIn } from './posters.ts';
import { archivedShows, type ListedShow, listedShows, managedShows, showsByPerson } from './store.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'today'> & { society: string };

/** What every list shows of a show. */
export const showEntry = (show: ListedShow, posters: Posters): ShowEntry => ({
  id: show.id,
  title: show.title,
  date: show.date,
  date_precision: show.date_precision,
  first_date: show.first_date,
  author: show.author,
  programme: posterAddress(show, posters),
  venue: show.venue,
  company: show.company,
  season: show.season,
  genre: show.genre,
  show_type: show.show_type,
});

/** What a list of shows is made of, besides who is printed on posters and what day it is. */
const tables = ['show', 'credit', 'person'] as const;
const also = ({ society, today }: View) => `${today} ${society}`;

/** The past shows and everyone who was in them, made once for each change of the archive. */
export const archiveAt = cachedByTables<View, ListShows>(tables, also, (view) =>
  listOf(view, 'Past shows', 'cards', async ({ db, today }) =>
    (await listedShows(db)).filter((show) => isPast(show.date, show.date_precision, today)),
  ),
);

/** The same for those who manage shows: each leads to where it is edited. */
export const archiveForManagersAt = cachedByTables<View, ListShows>(tables, also, async (view) => ({
  ...(await archiveAt(view)),
  admin: true,
}));

/** Every show, also future and cancelled ones, for those who manage them. */
export const manageableAt = cachedByTables<View, ListShows>(tables, also, async (view) => ({
  ...(await listOf(view, 'Manage shows', 'table', ({ db }) => managedShows(db))),
  admin: true,
  archived: await archivedShows(view.db),
}));

async function listOf(
  view: View,
  title: string,
  default_layout: ListShows['default_layout'],
  read: (view: View) => Promise<readonly ListedShow[]>,
): Promise<ListShows> {
  const { db, society } = view;
  const shows = await read(view);
  await breathe();
  // The ids of the shows are shared with the members' lists: 200,000 credits then cost a pointer each, not a string.
  const ids = new Map(shows.map(({ id }) => [id, id]));
  const members: Record<string, MemberEntry> = {};
  for (const person of await showsByPerson(db)) {
    const theirs = person.shows.split(',').flatMap((id) => ids.get(id) ?? []);
    if (theirs.length > 0) members[person.id] = { name: person.name, also_known_as: [], shows: theirs };
    await breathe();
  }
  for (const { id, name } of await otherNames(db)) members[id]?.also_known_as.push(name);
  const posters = await postersIn(db, society);
  const entries: ShowEntry[] = [];
  for (const show of shows) {
    entries.push(showEntry(show, posters));
    await breathe();
  }
  return { type: 'list_shows', title, default_layout, shows: entries, members };
}

/** The part of a list that HTML carries. */
export async function listPart(list: ListShows, { query }: { query: URLSearchParams }): Promise<ListShows> {
  await inTurns(prepareInSteps(list));
  return firstView(list, readAddress(query));
}
