import type { Visit } from '../../../platform/server/http/page.ts';
import { perRevision } from '../../../platform/server/per-revision.ts';
import { isPast } from '../../../platform/shared/dates.ts';
import type { ListShows, MemberEntry, ShowEntry } from '../contract.ts';
import { posterAddress } from './posters.ts';
import { type ListedShow, listedShows, showsByPerson } from './store.ts';

type View = Pick<Visit, 'db' | 'revision' | 'today' | 'until'> & { society: string };

/** What every list shows of a show. */
export const showEntry = (show: ListedShow, society: string): ShowEntry => ({
  id: show.id,
  title: show.title,
  date: show.date,
  date_precision: show.date_precision,
  first_date: show.first_date,
  author: show.author,
  programme: show.programme,
  poster: posterAddress(show, society),
  season: show.season,
  genre: show.genre,
  show_type: show.show_type,
});

/** The past shows and everyone who was in them, made once for each state of the archive. */
export const archiveAt = perRevision<View, ListShows>(async ({ db, today, society }) => {
  const shows = (await listedShows(db)).filter((show) => isPast(show.date, show.date_precision, today));
  // The ids of the shows are shared with the members' lists: 200,000 credits then cost a pointer each, not a string.
  const ids = new Map(shows.map(({ id }) => [id, id]));
  const members: Record<string, MemberEntry> = {};
  for (const person of await showsByPerson(db)) {
    const theirs = person.shows.split(',').flatMap((id) => ids.get(id) ?? []);
    if (theirs.length > 0) members[person.id] = { name: person.name, shows: theirs };
  }
  return {
    type: 'list_shows',
    title: 'Past shows',
    default_layout: 'cards',
    shows: shows.map((show) => showEntry(show, society)),
    members,
  };
});
