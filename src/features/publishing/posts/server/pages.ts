import { directorsOf } from '#features/archive/shows/server/index.ts';
import { mayManage } from '#features/society/accounts/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type Access, everyone } from '#platform/server/http/request/access.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { isPublished } from '#platform/shared/published.ts';
import { chooseAuditionsPostId } from '../announcements.ts';
import type { Post } from '../contract.ts';
import { postPath } from '../paths.ts';
import { buildPostContent, buildTextPost, loadPostCompanions, type StoredPost } from './content.ts';
import { buildFrontPage, trimToLead } from './front-page.ts';
import { findAdjacentPosts, findPost, listAnnouncedPosts } from './store.ts';

export function registerPostPages({ page }: Platform, { all }: Pick<Services, 'all'>): void {
  page('/', { type: 'post', access: everyone, firstView: trimToLead }, (visit) => buildFrontPage(visit, all));

  page('/auditions', { type: 'post', access: everyone }, async (visit): Promise<Post> => {
    const { db, now, today } = visit;
    const id = chooseAuditionsPostId(await listAnnouncedPosts(db, now), today);
    const chosen = id === undefined ? undefined : await findPost(db, id);
    const post = chosen ? await publicContent(visit, chosen) : await buildTextPost('Auditions', noAuditions);
    return { ...post, address: '/auditions' };
  });

  page('/post/:id', { type: 'post', access: everyone, load: publicPost }, async (visit) => {
    const { earlier, later } = await findAdjacentPosts(visit.db, visit.subject, visit.now);
    return {
      ...(await publicContent(visit, visit.subject)),
      ...(earlier && { earlier: neighbour(earlier) }),
      ...(later && { later: neighbour(later) }),
    };
  });

  page('/members/post/:id', { type: 'post', access: mayReadPost, load: membersPost }, (visit) =>
    buildPostContent(visit, visit.subject, 'members'),
  );
}

async function publicContent(visit: Parameters<typeof buildPostContent>[0], post: StoredPost): Promise<Post> {
  const content = await buildPostContent(visit, post);
  return { ...content, ...(await loadPostCompanions(visit.db, post, content)) };
}

const neighbour = ({ id, title }: { id: string; title: string }) => ({ href: postPath(id), title });

const noAuditions =
  'There are no auditions at the moment. The next ones will be announced here and on the front page.\n\n' +
  'If you’d like to hear about them, or help in another way, please write to us. You don’t need to have been on a ' +
  'stage before.';

/** Returns the post in the URL, if it is published and for everyone. */
async function publicPost({ db, params, now }: PageRequest): Promise<StoredPost | undefined> {
  const post = await findPost(db, params.id ?? '');
  return post && post.type !== 'private' && isPublished(post.published_at, now) && !post.archived ? post : undefined;
}

type MembersPost = NonNullable<Awaited<ReturnType<typeof membersPost>>>;

/** Returns the post in the URL; with the managers of its show while it isn't published, or its show is archived. */
async function membersPost({ db, params, now }: PageRequest) {
  const post = await findPost(db, params.id ?? '');
  if (!post) return undefined;
  const out = isPublished(post.published_at, now) && !post.archived;
  return { ...post, out, directors: out || post.show_id === null ? [] : await directorsOf(db, post.show_id) };
}

/** Published posts are for every member; others for people who manage the post's show. */
const mayReadPost: Access<MembersPost> = {
  name: `signed in; before its day, ${mayManage.name}`,
  members: true,
  allows: (visitor, post) => (post.out ? visitor.signedIn : mayManage.allows(visitor, post)),
};
