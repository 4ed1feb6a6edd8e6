import { membersShowPath } from '#features/archive/shows/paths.ts';
import { formatCreditName } from '#features/archive/shows/people/credit-name.ts';
import {
  cacheByShows,
  listDirectingCrew,
  listShowsForMembers,
  loadPosterContext,
  showPosterUrl,
} from '#features/archive/shows/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { MembersShowEntry } from '../contract.ts';

/** A show in a members' list, with fields that only some pages need. */
export interface MembersShowDetails extends MembersShowEntry {
  first_date: string;
  first_date_precision: MembersShowEntry['date_precision'];
  venue: string;
}

interface ShowsRequest {
  db: DbReader;
  revision: number;
  /** The society's name, which generated posters print. */
  society: string;
}

/** Lists every show that isn't archived, with the names of its directors and producers, newest first. */
export const listMembersShows = cacheByShows<ShowsRequest, MembersShowDetails[]>(
  ({ society }) => society,
  async ({ db, society }) => {
    const directors = Map.groupBy(await listDirectingCrew(db), ({ show_id }) => show_id);
    const posters = await loadPosterContext(db, society);
    return (await listShowsForMembers(db)).map((show) => {
      const names = (directors.get(show.id) ?? []).map((one) =>
        formatCreditName(one.name, one.printed_as, one.credit_style),
      );
      return {
        id: show.id,
        title: show.title,
        season: show.season,
        date: show.date,
        date_precision: show.date_precision,
        image: showPosterUrl(show, posters),
        url: membersShowPath(show.id),
        directors: [...new Set(names)],
        cancelled: show.cancelled,
        first_date: show.first_date,
        first_date_precision: show.first_date_precision,
        venue: show.venue,
      };
    });
  },
);

/** Removes the fields that a list doesn't have. */
export const toMembersShowEntry = (show: MembersShowDetails): MembersShowEntry => {
  const { first_date: _, first_date_precision: __, venue: ___, ...entry } = show;
  return entry;
};
