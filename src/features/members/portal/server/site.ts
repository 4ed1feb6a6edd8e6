import { listDirectingUsers } from '#features/archive/shows/server/index.ts';
import { listUpcomingShows } from '#features/box-office/performances/server/index.ts';
import { sortUpcomingShows } from '#features/box-office/performances/upcoming-shows.ts';
import { listMemberDocEntries } from '#features/publishing/files/server/index.ts';
import { cacheByTables } from '#platform/server/database/cache/cache-by-tables.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Site } from '#platform/shared/pages.ts';
import { selectRecentShows } from '../show-lists.ts';
import { listMembersShows, type MembersShowDetails } from './shows.ts';

type SiteDataRequest = Pick<PageRequest, 'db' | 'revision' | 'until' | 'today' | 'now'> & { society: string };
type MembersSiteData = Pick<Site, 'members_recent_shows' | 'mostRecentMemberShows'> & {
  memberDocs: NonNullable<Site['memberDocs']>['files'];
};

/**
 * Loads the shows and documents for the navigation. The result is cached for all visitors, so it contains no data that
 * depends on accounts.
 */
const loadShowsAndDocs = cacheByTables<
  SiteDataRequest,
  { shows: MembersShowDetails[]; docs: MembersSiteData['memberDocs'] }
>(
  'public',
  ({ until }) => `${until}`,
  async (request) => {
    const { db, today } = request;
    const upcoming = sortUpcomingShows(await listUpcomingShows(db, request), today);
    const shows = selectRecentShows(
      (await listMembersShows(request)).filter(({ cancelled }) => !cancelled),
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
