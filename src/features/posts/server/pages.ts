import { everyone } from '../../../platform/server/http/access.ts';
import type { Visit } from '../../../platform/server/http/page.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { renderLead, renderMarkdown } from '../../../platform/server/markdown.ts';
import { withOffset } from '../../../platform/shared/dates.ts';
import { excerpt } from '../../../platform/shared/excerpt.ts';
import { filesOfPost } from '../../files/server/index.ts';
import { showAddress } from '../../shows/address.ts';
import { readSettings } from '../../site/server/index.ts';
import { postAddress } from '../address.ts';
import { auditionsOver, forAuditions, forFrontPage } from '../announcing.ts';
import type { Post } from '../contract.ts';
import { announced, findPost } from './store.ts';

export function postsPages({ page }: Platform): void {
  page('/', { access: everyone, firstView: leadOnly }, async (visit): Promise<Post> => {
    const { db, now, today } = visit;
    const chosen = await found(visit, forFrontPage(await announced(db, now), today));
    const post = chosen ? await postContent(visit, chosen) : await welcome(visit);
    return { ...post, address: '/', lead_html: renderLead(post.content, longestLead), frontpage: true };
  });

  page('/auditions', { access: everyone }, async (visit): Promise<Post> => {
    const { db, now, today } = visit;
    const chosen = await found(visit, forAuditions(await announced(db, now), today));
    const post = chosen ? await postContent(visit, chosen) : standIn('Auditions', noAuditions);
    return { ...post, address: '/auditions' };
  });

  page('/post/:id', { access: everyone, on: publicPost }, (visit) => postContent(visit, visit.thing));
}

/** In characters of Markdown: what the front page shows of a post before it leads on to the post's own page. */
const longestLead = 500;

const noAuditions =
  'There are no auditions at the moment. The next ones will be announced here and on the front page.\n\n' +
  'If you would like to hear of them, or would like to help in another way, please write to us. Nobody needs to have ' +
  'been on a stage before.';

const over = 'These auditions are over. The next ones will be announced here and on the front page.';

type StoredPost = NonNullable<Awaited<ReturnType<typeof findPost>>>;

const found = ({ db }: Visit, id: string | undefined) => (id === undefined ? undefined : findPost(db, id));

/** The post of the address, if it is out and for everyone. */
async function publicPost({ db, params, now }: Visit): Promise<StoredPost | undefined> {
  const post = await findPost(db, params.id ?? '');
  return post && post.type !== 'private' && post.published_at <= now ? post : undefined;
}

async function postContent({ db, today }: Visit<unknown>, post: StoredPost): Promise<Post> {
  const { timeZone } = await readSettings(db);
  const { show_id, show_date: date, show_date_precision: date_precision, show_cancelled: cancelled } = post;
  const show_title = post.show_title ?? '';
  return {
    ...standIn(post.title, post.content),
    id: post.id,
    address: postAddress(post.id),
    date: withOffset(post.published_at, timeZone),
    author: post.author,
    show_title,
    show_link: show_id === null ? '' : showAddress({ id: show_id, title: show_title }),
    files: await filesOfPost(db, post.id),
    notice: auditionsOver({ ...post, date, date_precision, cancelled }, today) ? over : '',
  };
}

async function welcome({ db }: Visit): Promise<Post> {
  const { siteName, about } = await readSettings(db);
  return standIn(`Welcome to ${siteName}`, about);
}

/** A post that nobody wrote, for a place that would be empty. */
const standIn = (title: string, content: string): Post => ({
  type: 'post',
  id: '',
  address: '/',
  title,
  content,
  content_html: renderMarkdown(content),
  lead_html: '',
  date: '',
  author: '',
  show_title: '',
  show_link: '',
  notice: '',
  files: [],
  files_title: 'Files',
  frontpage: false,
});

/** A front page that leads on carries only its lead. */
const leadOnly = (post: Post): Post =>
  post.lead_html === '' || post.id === '' ? post : { ...post, content: excerpt(post.content, 300), content_html: '' };
