import { listDirectingUsers } from '#features/archive/shows/server/index.ts';
import { listUpcomingShows } from '#features/box-office/performances/server/index.ts';
import { sortUpcomingShows } from '#features/box-office/performances/upcoming-shows.ts';
import { listMemberDocEntries } from '#features/publishing/files/server/index.ts';
import { cacheByTables } from '#platform/server/database/cache/cache-by-tables.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Site } from '#platform/shared/pages.ts';
import { recentShows } from '../recent-shows.ts';
import { listMembersShows, type MembersShowDetails } from './shows.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'until' | 'today' | 'now'> & { society: string };
type AroundMembers = Pick<Site, 'members_recent_shows' | 'mostRecentMemberShows'> & {
  memberDocs: NonNullable<Site['memberDocs']>['files'];
};

/** Loads the shows and documents of every member, without the parts that depend on accounts. */
const recentAt = cacheByTables<View, { shows: MembersShowDetails[]; docs: AroundMembers['memberDocs'] }>(
  'public',
  ({ until }) => `${until}`,
  async (view) => {
    const { db, today } = view;
    const upcoming = sortUpcomingShows(await listUpcomingShows(db, view), today);
    const shows = recentShows(
      (await listMembersShows(view)).filter(({ cancelled }) => !cancelled),
      upcoming.map(({ id }) => id),
      today,
    );
    return { shows, docs: (await listMemberDocEntries(db)).map(({ id, name }) => ({ id, name })) };
  },
);

/** Loads the members' part of the site data, before filtering by permission. */
export async function loadMembersSiteData(view: View): Promise<AroundMembers> {
  const { shows, docs } = await recentAt(view);
  const directing = await listDirectingUsers(
    view.db,
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
