import { formatCreditName } from '#features/archive/shows/credits.ts';
import { membersShowPath } from '#features/archive/shows/paths.ts';
import {
  buildShowPosterUrl,
  cacheByShows,
  listDirectingCredits,
  listDirectingUsers,
  listShowsForMembers,
  loadPosterContext,
} from '#features/archive/shows/server/index.ts';
import { listUpcomingShows } from '#features/box-office/performances/server/index.ts';
import { sortUpcomingShows } from '#features/box-office/performances/upcoming-shows.ts';
import { listMemberDocEntries } from '#features/publishing/files/server/index.ts';
import { cacheByTables } from '#platform/server/database/cache/table-changes.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import type { MembersShowEntry } from '../contract.ts';
import { selectShowsForNavigation } from '../lists.ts';

type SiteDataRequest = Pick<PageRequest, 'db' | 'revision' | 'until' | 'today' | 'now'> & { society: string };
type MembersSiteData = Pick<SiteData, 'members_recent_shows' | 'mostRecentMemberShows'> & {
  memberDocs: NonNullable<SiteData['memberDocs']>['files'];
};

/**
 * Loads the shows and documents for the navigation. The result is cached for all visitors, so it contains no data that
 * depends on accounts.
 */
const loadShowsAndDocs = cacheByTables<
  SiteDataRequest,
  { shows: MembersShowWithRun[]; docs: MembersSiteData['memberDocs'] }
>(
  'public',
  ({ until }) => `${until}`,
  async (request) => {
    const { db, today } = request;
    const upcoming = sortUpcomingShows(await listUpcomingShows(db, request), today);
    const shows = selectShowsForNavigation(
      (await listMembersShowsWithRuns(request)).filter(({ cancelled }) => !cancelled),
      upcoming.map(({ id }) => id),
      today,
    );
    return { shows, docs: (await listMemberDocEntries(db)).map(({ id, name }) => ({ id, name })) };
  },
);

/** Loads the members' part of the site data. The caller filters it by permission. */
export async function loadMembersSiteData(request: SiteDataRequest): Promise<MembersSiteData> {
  const { shows, docs } = await loadShowsAndDocs(request);
  const directing = await listDirectingUsers(
    request.db,
    shows.map(({ id }) => id),
  );
  const users = Map.groupBy(directing, ({ show_id }) => show_id);
  return {
    memberDocs: docs,
    members_recent_shows: shows.map(({ id, title, url, season, date, image }) => ({
      id,
      title,
      url,
      season,
      date,
      image,
      directors: [...new Set((users.get(id) ?? []).map((user) => user.id))],
    })),
    mostRecentMemberShows: shows.map(({ id, title }) => ({ id, title })),
  };
}

/** A show in a members' list, with the date of its first performance, and its venue. */
export interface MembersShowWithRun extends MembersShowEntry {
  first_date: string;
  first_date_precision: MembersShowEntry['date_precision'];
  venue: string;
}

interface ShowsRequest {
  db: DbReader;
  revision: number;
  /** The society's name, which is printed on generated posters. */
  society: string;
}

/** Lists every show that isn't archived, with the names of its directors and producers, newest first. */
export const listMembersShowsWithRuns = cacheByShows<ShowsRequest, MembersShowWithRun[]>(
  ({ society }) => society,
  async ({ db, society }) => {
    const directors = Map.groupBy(await listDirectingCredits(db), ({ show_id }) => show_id);
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
        image: buildShowPosterUrl(show, posters),
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

/** Leaves out the first date and the venue, which a list of shows doesn't have. */
export const toMembersShowEntry = (show: MembersShowWithRun): MembersShowEntry => {
  const { first_date: _, first_date_precision: __, venue: ___, ...entry } = show;
  return entry;
};
