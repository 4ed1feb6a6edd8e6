import { formatFileListLabel } from '#features/publishing/files/file-kinds.ts';
import { formatFileTitle, membersFilePagePath } from '#features/publishing/files/file-links.ts';
import { listFilesSince, listShowFiles } from '#features/publishing/files/server/index.ts';
import { membersPostPath } from '#features/publishing/posts/post.ts';
import { listAllShowPosts, listPostsSince, listSocietyPosts } from '#features/publishing/posts/server/index.ts';
import { cacheByTables } from '#platform/server/database/cache/table-changes.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { isPublished } from '#platform/shared/lifecycle.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import type { NoticeListEntry } from '../contract.ts';
import { maxNoticeExcerptLength, recentNoticeDays } from '../lists.ts';

type StoredPost = Awaited<ReturnType<typeof listPostsSince>>[number];
type StoredFile = Awaited<ReturnType<typeof listFilesSince>>[number];

const readerLabels = { public: 'Public', auditions: 'Auditions', private: 'Members only' };

const toPostNotice = (post: StoredPost, timeZone: string, now: Instant): NoticeListEntry => ({
  id: post.id,
  title: post.title,
  date: formatIsoWithOffset(post.published_at, timeZone),
  content: buildExcerpt(post.content, maxNoticeExcerptLength),
  show_title: post.show_title ?? '',
  type: 'post',
  link: membersPostPath(post.id),
  kind: readerLabels[post.type],
  out: isPublished(post.published_at, now),
});

const toFileNotice = (file: StoredFile, timeZone: string): NoticeListEntry => ({
  id: file.id,
  title: formatFileTitle(file.name),
  date: formatIsoWithOffset(file.created_at, timeZone),
  content: '',
  show_title: file.show_title ?? '',
  type: 'file',
  link: membersFilePagePath(file),
  kind: formatFileListLabel({ contentType: file.content_type, bytes: file.bytes }),
  out: true,
});

/** A recent post or file, and the permission that is needed to open it; "" for every member. */
interface RecentNotice {
  notice: NoticeListEntry;
  at: Instant;
  needs: 'shows' | 'member_docs' | '';
}

interface NoticesRequest {
  db: DbReader;
  revision: number;
  until: number;
  now: Instant;
  today: CalendarDate;
  timeZone: string;
}

/**
 * Loads the posts, the files of shows and the documents of the last 60 days, newest first. The result is cached for all
 * visitors, before it is filtered by permission.
 */
const loadRecentNotices = cacheByTables<NoticesRequest, RecentNotice[]>(
  'public',
  ({ until }) => `${until}`,
  async ({ db, now, today, timeZone }) => {
    // Local midnight is up to 14 hours from midnight UTC. One more day is therefore read, and notices that are too old
    // are dropped later
    const [posts, files] = await Promise.all([
      listPostsSince(db, `${addDays(today, -recentNoticeDays - 1)}T00:00:00.000Z`, now),
      listFilesSince(db, `${addDays(today, -recentNoticeDays - 1)}T00:00:00.000Z`),
    ]);
    const first = addDays(today, -recentNoticeDays);
    const notices = [
      ...posts.map(
        (post): RecentNotice => ({ notice: toPostNotice(post, timeZone, now), at: post.published_at, needs: '' }),
      ),
      ...files.map((file): RecentNotice => {
        const needs = file.member_docs === 'no' ? 'shows' : file.member_docs === 'members' ? 'member_docs' : '';
        return { notice: toFileNotice(file, timeZone), at: file.created_at, needs };
      }),
    ];
    return notices
      .filter(({ notice }) => notice.date.slice(0, 10) >= first)
      .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  },
);

/** Lists the dashboard's recent notices that somebody with these permissions may open. */
export async function listRecentNotices(
  request: NoticesRequest,
  may: Readonly<Record<string, boolean>>,
): Promise<NoticeListEntry[]> {
  return (await loadRecentNotices(request))
    .filter(({ needs }) => needs === '' || may[needs])
    .map(({ notice }) => notice);
}

/** Lists published posts for the whole society, newest first. */
export const listSocietyNotices = async ({
  db,
  now,
  timeZone,
}: Pick<NoticesRequest, 'db' | 'now' | 'timeZone'>): Promise<NoticeListEntry[]> =>
  (await listSocietyPosts(db, now)).map((post) => toPostNotice(post, timeZone, now));

/** Lists a show's posts and files, newest first; unpublished posts only if `includeUnpublished`. */
export async function listShowNotices(
  { db, now, timeZone }: Pick<NoticesRequest, 'db' | 'now' | 'timeZone'>,
  showId: string,
  { includeUnpublished }: { includeUnpublished: boolean },
): Promise<{ posts: NoticeListEntry[]; files: NoticeListEntry[] }> {
  const posts = (await listAllShowPosts(db, showId)).filter(
    ({ published_at }) => includeUnpublished || isPublished(published_at, now),
  );
  return {
    posts: posts.map((post) => toPostNotice(post, timeZone, now)),
    files: (await listShowFiles(db, showId)).map((file) => toFileNotice(file, timeZone)),
  };
}
