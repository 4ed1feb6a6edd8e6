import { membersShowPath, showPath } from '#features/archive/shows/paths.ts';
import {
  findShow,
  listDirectorAndProducerUserIds,
  loadPosterContext,
  loadShowsSummary,
  toShowEntryWithRun,
} from '#features/archive/shows/server/index.ts';
import { listPostFileEntries } from '#features/publishing/files/server/index.ts';
import { addPictureAttributes, findCoverPicture } from '#features/publishing/media/server/index.ts';
import { mayManageContent } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { lowercaseArticle } from '#features/society/settings/society.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { type AccessRule, everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { renderMarkdown, renderMarkdownLead } from '#platform/server/markdown/index.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { isPublished } from '#platform/shared/lifecycle.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import type { OpenAuditions, Post, PostPicture } from '../contract.ts';
import {
  areAuditionsOver,
  chooseAuditionsPostId,
  chooseFrontPagePostId,
  findOpenAuditionsPostId,
  membersPostPath,
  postPath,
} from '../post.ts';
import { findAdjacentPosts, findPost, listPublicPostsWithShowDates } from './store.ts';

/**
 * The length, in characters of Markdown, after which a long post ends on the front page, with a link to its own page.
 * Paragraphs stay whole, and a post that is up to half as long again isn't cut.
 */
const maxLeadLength = 500;

/** The maximum number of upcoming and of latest shows with a poster. Eight posters fill whole rows on phones too. */
const maxShows = { coming: 3, latest: 8 };

/** Builds the front page: its post (see `chooseFrontPagePostId`), the announced shows and the latest shows. */
async function buildFrontPage(visit: PageRequest, all: Services['all']): Promise<Post> {
  const { db, now, today } = visit;
  const posts = await listPublicPostsWithShowDates(db, now);
  const chosen = await findPostIfAny(db, chooseFrontPagePostId(posts, today));
  const post = chosen ? await buildPostContent(visit, chosen, 'everyone', { opens: false }) : await buildWelcome(visit);
  const lead = await renderMarkdownLead(post.content, maxLeadLength);
  const shown = lead || post.content_html;
  const picture = chosen && (await findLeadPicture(db, chosen, shown));
  const call = await findPostIfAny(db, findOpenAuditionsPostId(posts, today));
  const { siteName } = await readSettings(db);
  const next = (await Promise.all(all('nextShows').map((find) => find(db, visit)))).find(Boolean)?.id;
  const { isAnyAhead, coming_up, archive } = await loadShowsSummary(visit, siteName, { next, ...maxShows });
  return {
    ...post,
    address: '/',
    lead_html: await addPictureAttributes(db, lead),
    frontpage: true,
    ...(picture && { picture }),
    ...(coming_up.length > 0 && { coming_up }),
    ...(call && call.id !== chosen?.id && { auditions: await toOpenAuditions(db, call) }),
    ...(archive ? { archive } : !isAnyAhead && { ways_in: waysIn }),
  };
}

/** Links for visitors, while no show is past or announced. */
const waysIn = [
  {
    href: '/auditions',
    title: 'Auditions',
    text: 'Come and read a scene with us. No experience needed.',
  },
  { href: '/about-us', title: 'About us', text: 'Who we are, where we meet, and how to get there.' },
  { href: '/members', title: 'Members', text: 'On stage, backstage or at the door with the programmes.' },
];

const findPostIfAny = (db: DbReader, id: string | undefined) => (id === undefined ? undefined : findPost(db, id));

async function toOpenAuditions(db: DbReader, post: StoredPost): Promise<OpenAuditions> {
  const { title, content, id, show_id } = post;
  const show = show_id === null ? undefined : await findShow(db, show_id);
  const picture = await findPostPicture(db, post, show?.banner);
  return { title, link: postPath(id), excerpt: buildExcerpt(content, 260), ...(picture && { picture }) };
}

const visitorWelcome =
  'This is where we’ll tell you what’s on, when auditions are and how it all went.\n\n' +
  'You don’t need any stage experience to join us: [see the auditions](/auditions) or [write to us](/contact).';

/** The note for admins, on the front page until there is a post or a text about the society. */
const adminSetupNote =
  '**You look after this site**, and only admins see this note. [Add your society’s details](/members/admin/admin_settings), ' +
  '[import your past shows](/members/manage_shows), and this page will fill up by itself.';

async function buildWelcome({ db, visitor }: PageRequest): Promise<Post> {
  const { siteName, about } = await readSettings(db);
  const content = about || (visitor.may.admin ? `${adminSetupNote}\n\n${visitorWelcome}` : visitorWelcome);
  return buildTextPage(`Welcome to ${lowercaseArticle(siteName)}`, content);
}

/**
 * Shortens a long post in the data that is part of the HTML, because the front page shows only its beginning and links
 * to the whole post.
 */
const trimToLead = (post: Post): Post =>
  post.lead_html === '' || post.id === ''
    ? post
    : { ...post, content: buildExcerpt(post.content, 300), content_html: '' };

export function registerPostPages({ page }: RouteRegistry, { all }: Pick<Services, 'all'>): void {
  page('/', { type: 'post', access: everyone, trimForHtml: trimToLead }, (visit) => buildFrontPage(visit, all));
  page('/auditions', { type: 'post', access: everyone }, buildAuditionsPage);
  page('/post/:id', { type: 'post', access: everyone, load: findPublicPost }, buildPostPage);

  page('/members/post/:id', { type: 'post', access: mayReadPost, load: findMembersPost }, (visit) =>
    buildPostContent(visit, visit.subject, 'members'),
  );
}

async function buildAuditionsPage(visit: PageRequest): Promise<Post> {
  const { db, now, today } = visit;
  const id = chooseAuditionsPostId(await listPublicPostsWithShowDates(db, now), today);
  const chosen = id === undefined ? undefined : await findPost(db, id);
  const post = chosen ? await buildPublicPostContent(visit, chosen) : await buildTextPage('Auditions', noAuditions);
  return { ...post, address: '/auditions' };
}

async function buildPostPage(visit: PageRequest<StoredPost>): Promise<Post> {
  const { earlier, later } = await findAdjacentPosts(visit.db, visit.subject, visit.now);
  return {
    ...(await buildPublicPostContent(visit, visit.subject)),
    ...(earlier && { earlier: toAdjacentItem(earlier) }),
    ...(later && { later: toAdjacentItem(later) }),
  };
}

async function buildPublicPostContent(visit: Parameters<typeof buildPostContent>[0], post: StoredPost): Promise<Post> {
  const content = await buildPostContent(visit, post);
  return { ...content, ...(await loadPostPictureAndShow(visit.db, post, content)) };
}

const toAdjacentItem = ({ id, title }: { id: string; title: string }) => ({ href: postPath(id), title });

const noAuditions =
  'There are no auditions at the moment. The next ones will be announced here and on the front page.\n\n' +
  'If you’d like to hear about them, or help in another way, please write to us. You don’t need to have been on a ' +
  'stage before.';

/** Returns the post in the URL, if it is published and for everyone, and its show isn't archived. */
async function findPublicPost({ db, params, now }: PageRequest): Promise<StoredPost | undefined> {
  const post = await findPost(db, params.id ?? '');
  return post && post.type !== 'private' && isPublished(post.published_at, now) && !post.archived ? post : undefined;
}

type MembersPost = NonNullable<Awaited<ReturnType<typeof findMembersPost>>>;

/**
 * Returns the post in the URL. Adds the directors of its show if the post isn't published yet or the show is archived.
 */
async function findMembersPost({ db, params, now }: PageRequest) {
  const post = await findPost(db, params.id ?? '');
  if (!post) return undefined;
  const out = isPublished(post.published_at, now) && !post.archived;
  return {
    ...post,
    out,
    directors: out || post.show_id === null ? [] : await listDirectorAndProducerUserIds(db, post.show_id),
  };
}

/**
 * Every signed-in user may read published posts. Only people who may manage a post may read it before its publication
 * or while its show is archived.
 */
const mayReadPost: AccessRule<MembersPost> = {
  name: `signed in; before publication, or while its show is archived, ${mayManageContent.name}`,
  members: true,
  allows: (visitor, post) => (post.out ? visitor.signedIn : mayManageContent.allows(visitor, post)),
};

export type StoredPost = NonNullable<Awaited<ReturnType<typeof findPost>>>;

const auditionsOverNotice =
  'These auditions are over. The next ones will be announced on the Auditions page and the front page.';

/** Builds the content of a post's page. In the portal, links lead to the members' pages of its show and files. */
async function buildPostContent(
  { db, today, visitor }: Pick<PageRequest, 'db' | 'today' | 'visitor'>,
  post: StoredPost,
  readers: 'everyone' | 'members' = 'everyone',
  { opens = true } = {},
): Promise<Post> {
  const { timeZone } = await readSettings(db);
  const { show_id, show_date: date, show_date_precision: date_precision, show_cancelled: cancelled } = post;
  const show_title = post.show_title ?? '';
  const showLink = (id: string) => (readers === 'members' ? membersShowPath(id) : showPath({ id, title: show_title }));
  const written = await buildTextPage(post.title, post.content);
  return {
    ...written,
    content_html: await addPictureAttributes(db, written.content_html, { opens }),
    id: post.id,
    address: readers === 'members' ? membersPostPath(post.id) : postPath(post.id),
    date: formatIsoWithOffset(post.published_at, timeZone),
    author: post.author,
    show_title,
    show_link: show_id === null || post.show_title === null ? '' : showLink(show_id),
    files: await listPostFileEntries(db, post.id, readers),
    // An archived show has no page on which its posts could be edited
    edit_link:
      (show_id === null || post.show_title !== null) && (await mayEdit({ db, visitor }, show_id))
        ? buildEditLink(post.id, show_id)
        : '',
    edit_label: 'Edit this post',
    notice: areAuditionsOver({ ...post, date, date_precision, cancelled }, today) ? auditionsOverNotice : '',
  };
}

/** Loads what the public pages show with a post: a picture, and its show. */
async function loadPostPictureAndShow(db: DbReader, post: StoredPost, { content_html }: Post) {
  const picture = await findLeadPicture(db, post, content_html);
  const show = post.show_id === null ? undefined : await findShow(db, post.show_id);
  return {
    ...(picture && { picture }),
    ...(show && { show: toShowEntryWithRun(show, await loadPosterContext(db, (await readSettings(db)).siteName)) }),
  };
}

/** Finds the picture shown with a post's visible text, unless the text already has a picture. */
const findLeadPicture = async (db: DbReader, post: StoredPost, shown: string) =>
  shown.includes('<img ') ? undefined : findPostPicture(db, post);

/**
 * Finds the first picture in a post's text that isn't an icon, otherwise the first picture of its show, or `banner` if
 * there is neither.
 */
async function findPostPicture(
  db: DbReader,
  { content, show_id }: StoredPost,
  banner = '',
): Promise<PostPicture | undefined> {
  const entry = await findCoverPicture(db, { text: content, show: show_id, banner });
  if (!entry) return undefined;
  const { src, srcset, width, height, alt, caption, placeholder } = entry;
  return { src, srcset, width, height, alt, caption, placeholder };
}

const mayEdit = async ({ db, visitor }: Pick<PageRequest, 'db' | 'visitor'>, show_id: string | null) =>
  visitor.signedIn &&
  mayManageContent.allows(visitor, {
    show_id,
    directors: show_id === null ? [] : await listDirectorAndProducerUserIds(db, show_id),
  });

const buildEditLink = (id: string, show_id: string | null) =>
  `${show_id === null ? '/members/posts' : membersShowPath(show_id)}?edit=${id}`;

/**
 * Builds a page of type `post` from a title and a text. If the caller adds no fields, the page shows a text that isn't
 * a post: the welcome on an empty front page, an auditions page without auditions, or Member Docs.
 */
export const buildTextPage = async (title: string, content: string): Promise<Post> => ({
  type: 'post',
  id: '',
  address: '/',
  title,
  content,
  description: buildExcerpt(content, 155),
  content_html: await renderMarkdown(content),
  lead_html: '',
  date: '',
  author: '',
  show_title: '',
  show_link: '',
  notice: '',
  edit_link: '',
  edit_label: '',
  files: [],
  files_title: 'Files',
  frontpage: false,
});
