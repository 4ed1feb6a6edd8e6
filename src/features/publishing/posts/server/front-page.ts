import { findShow, showsInShort } from '#features/archive/shows/server/index.ts';
import { sizePictures } from '#features/publishing/media/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { lowercaseArticle } from '#features/society/settings/society.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { renderLead } from '#platform/server/markdown/index.ts';
import { excerpt } from '#platform/shared/excerpt.ts';
import { chooseFrontPagePostId, findOpenAuditionsPostId } from '../announcements.ts';
import type { OpenAuditions, Post } from '../contract.ts';
import { postPath } from '../paths.ts';
import { buildPostContent, buildTextPost, findLeadPicture, findPostPicture, type StoredPost } from './content.ts';
import { findPost, listAnnouncedPosts } from './store.ts';

/** In characters of Markdown: the length of a post on the front page before a link to the post's own page. */
const longestLead = 500;

/** The number of posters in each list: for the archive, whole rows on phones too. */
const most = { coming: 3, latest: 8 };

/** Builds the newest post for everyone, and reasons to come: announced shows, and the latest ones. */
export async function buildFrontPage(visit: PageRequest, all: Services['all']): Promise<Post> {
  const { db, now, today } = visit;
  const posts = await listAnnouncedPosts(db, now);
  const chosen = await found(db, chooseFrontPagePostId(posts, today));
  const post = chosen ? await buildPostContent(visit, chosen, 'everyone', { opens: false }) : await welcome(visit);
  const lead = await renderLead(post.content, longestLead);
  const shown = lead || post.content_html;
  const picture = chosen && (await findLeadPicture(db, chosen, shown));
  const call = await found(db, findOpenAuditionsPostId(posts, today));
  const { siteName } = await readSettings(db);
  const next = (await Promise.all(all('nextShows').map((find) => find(db, visit)))).find(Boolean)?.id;
  const { isAnyAhead, coming_up, archive } = await showsInShort(visit, siteName, { next, ...most });
  return {
    ...post,
    address: '/',
    lead_html: await sizePictures(db, lead),
    frontpage: true,
    ...(picture && { picture }),
    ...(coming_up.length > 0 && { coming_up }),
    ...(call && call.id !== chosen?.id && { auditions: await inShort(db, call) }),
    ...(archive ? { archive } : !isAnyAhead && { ways_in: waysIn }),
  };
}

/** Links for visitors before the first show is announced. */
const waysIn = [
  {
    href: '/auditions',
    title: 'Auditions',
    text: 'Come and read a scene with us. No experience needed.',
  },
  { href: '/about-us', title: 'About us', text: 'Who we are, where we meet, and how to get there.' },
  { href: '/members', title: 'Members', text: 'On stage, backstage or at the door with the programmes.' },
];

const found = (db: Reading, id: string | undefined) => (id === undefined ? undefined : findPost(db, id));

async function inShort(db: Reading, post: StoredPost): Promise<OpenAuditions> {
  const { title, content, id, show_id } = post;
  const show = show_id === null ? undefined : await findShow(db, show_id);
  const picture = await findPostPicture(db, post, show?.banner);
  return { title, link: postPath(id), excerpt: excerpt(content, 260), ...(picture && { picture }) };
}

const justOpened =
  'This is where we’ll tell you what’s on, when auditions are and how it all went.\n\n' +
  'You don’t need any stage experience to join us: [see the auditions](/auditions) or [write to us](/contact).';

/** Displayed to people who can act on it, until it is done. */
const toBeSetUp =
  '**You look after this site**, and only admins see this note. [Add your society’s details](/members/admin/admin_settings), ' +
  '[import your past shows](/members/manage_shows), and this page will fill itself.';

async function welcome({ db, visitor }: PageRequest): Promise<Post> {
  const { siteName, about } = await readSettings(db);
  const content = about || (visitor.may.admin ? `${toBeSetUp}\n\n${justOpened}` : justOpened);
  return buildTextPost(`Welcome to ${lowercaseArticle(siteName)}`, content);
}

/** A front page with a link to the whole post carries only its beginning. */
export const trimToLead = (post: Post): Post =>
  post.lead_html === '' || post.id === '' ? post : { ...post, content: excerpt(post.content, 300), content_html: '' };
