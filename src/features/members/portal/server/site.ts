import { directingUsers } from '#features/archive/shows/server/index.ts';
import { listUpcomingShows } from '#features/box-office/performances/server/index.ts';
import { sortUpcomingShows } from '#features/box-office/performances/upcoming-shows.ts';
import { memberDocs } from '#features/publishing/files/server/index.ts';
import { cachedByRevision } from '#platform/server/database/cache/cache-by-revision.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Site } from '#platform/shared/pages.ts';
import { recentShows } from '../recent-shows.ts';
import { listMembersShows } from './shows.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'until' | 'today' | 'now'> & { society: string };
type AroundMembers = Pick<Site, 'members_recent_shows' | 'mostRecentMemberShows'> & {
  memberDocs: NonNullable<Site['memberDocs']>['files'];
};

/** Loads the members' part of the site data, before filtering by permission. */
export const loadMembersSiteData = cachedByRevision<View, AroundMembers>(async (view) => {
  const { db, today } = view;
  const upcoming = sortUpcomingShows(await listUpcomingShows(db, view), today);
  const shows = recentShows(
    (await listMembersShows(view)).filter(({ cancelled }) => !cancelled),
    upcoming.map(({ id }) => id),
    today,
  );
  const users = Map.groupBy(await directingUsers(db), ({ show_id }) => show_id);
  return {
    memberDocs: (await memberDocs(db)).map(({ id, name }) => ({ id, name })),
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
});
