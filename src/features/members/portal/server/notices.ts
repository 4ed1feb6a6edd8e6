import { fileListLabel } from '#features/publishing/files/file-kinds.ts';
import { formatFileTitle, membersFilePagePath } from '#features/publishing/files/paths.ts';
import { listFilesSince, listShowFiles } from '#features/publishing/files/server/index.ts';
import { membersPostPath } from '#features/publishing/posts/paths.ts';
import { listPostsSince, listShowPosts, listSocietyPosts } from '#features/publishing/posts/server/index.ts';
import { cacheByTables } from '#platform/server/database/cache/cache-by-tables.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { isPublished } from '#platform/shared/published.ts';
import { excerpt } from '#platform/shared/text/excerpt.ts';
import type { Notice } from '../contract.ts';
import { excerptLength, recentDays } from '../timeline.ts';

type StoredPost = Awaited<ReturnType<typeof listPostsSince>>[number];
type StoredFile = Awaited<ReturnType<typeof listFilesSince>>[number];

const readers = { public: 'Public', auditions: 'Auditions', private: 'Members only' };

const ofPost = (post: StoredPost, timeZone: string, now: Instant): Notice => ({
  id: post.id,
  title: post.title,
  date: formatIsoWithOffset(post.published_at, timeZone),
  content: excerpt(post.content, excerptLength),
  show_title: post.show_title ?? '',
  type: 'post',
  link: membersPostPath(post.id),
  kind: readers[post.type],
  out: isPublished(post.published_at, now),
});

const ofFile = (file: StoredFile, timeZone: string): Notice => ({
  id: file.id,
  title: formatFileTitle(file.name),
  date: formatIsoWithOffset(file.created_at, timeZone),
  content: '',
  show_title: file.show_title ?? '',
  type: 'file',
  link: membersFilePagePath(file),
  kind: fileListLabel({ contentType: file.content_type, bytes: file.bytes }),
  out: true,
});

/** A new post or file, and the item that one needs to open it; "" is for every member. */
interface Recent {
  notice: Notice;
  at: Instant;
  needs: 'shows' | 'member_docs' | '';
}

interface View {
  db: DbReader;
  revision: number;
  until: number;
  now: Instant;
  today: CalendarDate;
  timeZone: string;
}

/** Everything published in the last 60 days, newest first, before filtering by permission. */
const recentAt = cacheByTables<View, Recent[]>(
  'public',
  ({ until }) => `${until}`,
  async ({ db, now, today, timeZone }) => {
    // The zone's midnight is at most 14 hours from Greenwich's: slightly too many are read, then dropped
    const [posts, files] = await Promise.all([
      listPostsSince(db, `${addDays(today, -recentDays - 1)}T00:00:00.000Z`, now),
      listFilesSince(db, `${addDays(today, -recentDays - 1)}T00:00:00.000Z`),
    ]);
    const first = addDays(today, -recentDays);
    const recent = [
      ...posts.map((post): Recent => ({ notice: ofPost(post, timeZone, now), at: post.published_at, needs: '' })),
      ...files.map((file): Recent => {
        const needs = file.member_docs === 'no' ? 'shows' : file.member_docs === 'members' ? 'member_docs' : '';
        return { notice: ofFile(file, timeZone), at: file.created_at, needs };
      }),
    ];
    return recent
      .filter(({ notice }) => notice.date.slice(0, 10) >= first)
      .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  },
);

/** The dashboard's timeline for someone who may use these items. */
export async function recentNotices(view: View, may: Readonly<Record<string, boolean>>): Promise<Notice[]> {
  return (await recentAt(view)).filter(({ needs }) => needs === '' || may[needs]).map(({ notice }) => notice);
}

/** Published posts for the whole society, newest first. */
export const listSocietyNotices = async ({
  db,
  now,
  timeZone,
}: Pick<View, 'db' | 'now' | 'timeZone'>): Promise<Notice[]> =>
  (await listSocietyPosts(db, now)).map((post) => ofPost(post, timeZone, now));

/** A show's posts and files, newest first; unpublished ones only for those who manage the show. */
export async function listShowNotices(
  { db, now, timeZone }: Pick<View, 'db' | 'now' | 'timeZone'>,
  showId: string,
  { coming }: { coming: boolean },
): Promise<{ posts: Notice[]; files: Notice[] }> {
  const posts = (await listShowPosts(db, showId)).filter(
    ({ published_at }) => coming || isPublished(published_at, now),
  );
  return {
    posts: posts.map((post) => ofPost(post, timeZone, now)),
    files: (await listShowFiles(db, showId)).map((file) => ofFile(file, timeZone)),
  };
}
