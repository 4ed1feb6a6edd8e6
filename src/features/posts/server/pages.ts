import { mayManage } from '#features/accounts/server/index.ts';
import { sizePictures } from '#features/media/server/index.ts';
import { archiveInShort, directorsOf } from '#features/shows/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { inSentence } from '#features/society/society.ts';
import { type Access, everyone } from '#platform/server/http/access.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { renderLead } from '#platform/server/markdown/index.ts';
import { excerpt } from '#platform/shared/excerpt.ts';
import { postAddress } from '../address.ts';
import { forAuditions, forFrontPage } from '../announcements.ts';
import type { Post } from '../contract.ts';
import { postContent, type StoredPost, standIn } from './content.ts';
import { announced, findPost, postsBeside } from './store.ts';

export function postsPages({ page }: Platform): void {
  page('/', { type: 'post', access: everyone, firstView: leadOnly }, async (visit): Promise<Post> => {
    const { db, now, today } = visit;
    const chosen = await found(visit, forFrontPage(await announced(db, now), today));
    const post = chosen ? await postContent(visit, chosen) : await welcome(visit);
    const lead = await renderLead(post.content, longestLead);
    const { siteName } = await readSettings(db);
    const archive = await archiveInShort(visit, siteName, posters);
    return {
      ...post,
      address: '/',
      lead_html: await sizePictures(db, lead),
      frontpage: true,
      ...(archive && { archive }),
    };
  });

  page('/auditions', { type: 'post', access: everyone }, async (visit): Promise<Post> => {
    const { db, now, today } = visit;
    const chosen = await found(visit, forAuditions(await announced(db, now), today));
    const post = chosen ? await postContent(visit, chosen) : await standIn('Auditions', noAuditions);
    return { ...post, address: '/auditions' };
  });

  page('/post/:id', { type: 'post', access: everyone, load: publicPost }, async (visit) => {
    const { earlier, later } = await postsBeside(visit.db, visit.subject, visit.now);
    return {
      ...(await postContent(visit, visit.subject)),
      ...(earlier && { earlier: neighbour(earlier) }),
      ...(later && { later: neighbour(later) }),
    };
  });

  page('/members/post/:id', { type: 'post', access: mayReadPost, load: membersPost }, (visit) =>
    postContent(visit, visit.subject, 'members'),
  );
}

const neighbour = ({ id, title }: { id: string; title: string }) => ({ href: postAddress(id), title });

/** In characters of Markdown: how much of a post the front page shows before it leads on to the post's own page. */
const longestLead = 500;

/** How many posters there are under it: whole rows, on phones too. */
const posters = 8;

const noAuditions =
  'There are no auditions at the moment. The next ones will be announced here and on the front page.\n\n' +
  'If you would like to hear of them, or would like to help in another way, please write to us. Nobody needs to have ' +
  'been on a stage before.';

const found = ({ db }: PageRequest, id: string | undefined) => (id === undefined ? undefined : findPost(db, id));

/** The post at the address, if it is published and for everyone. */
async function publicPost({ db, params, now }: PageRequest): Promise<StoredPost | undefined> {
  const post = await findPost(db, params.id ?? '');
  return post && post.type !== 'private' && post.published_at <= now && !post.archived ? post : undefined;
}

type MembersPost = NonNullable<Awaited<ReturnType<typeof membersPost>>>;

/** The post at the address, with who manages its show while it isn't published, or its show is archived. */
async function membersPost({ db, params, now }: PageRequest) {
  const post = await findPost(db, params.id ?? '');
  if (!post) return undefined;
  const out = post.published_at <= now && !post.archived;
  return { ...post, out, directors: out || post.show_id === null ? [] : await directorsOf(db, post.show_id) };
}

/** What is published is for every member; anything else for those who manage its show. */
const mayReadPost: Access<MembersPost> = {
  name: `signed in; before its day, ${mayManage.name}`,
  members: true,
  allows: (visitor, post) => (post.out ? visitor.signedIn : mayManage.allows(visitor, post)),
};

const justOpened =
  'This is where we tell you what is on, when we hold auditions, and how it all went.\n\n' +
  'You need not have been on a stage before to join us: [see the auditions](/auditions) or [write to us](/contact).';

/** Shown to those who can do something about it, until they have. */
const toBeSetUp =
  '**You look after this site**, and only admins see these lines. [Say who you are](/members/admin/admin_settings), ' +
  '[bring in your past shows](/members/manage_shows), and this page fills by itself.';

async function welcome({ db, visitor }: PageRequest): Promise<Post> {
  const { siteName, about } = await readSettings(db);
  const content = about || (visitor.may.admin ? `${toBeSetUp}\n\n${justOpened}` : justOpened);
  return standIn(`Welcome to ${inSentence(siteName)}`, content);
}

/** A front page with a link to the whole post carries only its beginning. */
const leadOnly = (post: Post): Post =>
  post.lead_html === '' || post.id === '' ? post : { ...post, content: excerpt(post.content, 300), content_html: '' };
