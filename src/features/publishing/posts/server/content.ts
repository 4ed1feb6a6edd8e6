import { membersShowPath, showPath } from '#features/archive/shows/paths.ts';
import { findShow, listDirectorIds, loadPosterContext, toDatedShow } from '#features/archive/shows/server/index.ts';
import { listPostFileEntries } from '#features/publishing/files/server/index.ts';
import { addPictureSizes, findCoverPicture } from '#features/publishing/media/server/index.ts';
import { mayManageContent } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import type { Post, PostPicture } from '../contract.ts';
import { membersPostPath, postPath } from '../paths.ts';
import { areAuditionsOver } from '../post.ts';
import type { findPost } from './store.ts';

export type StoredPost = NonNullable<Awaited<ReturnType<typeof findPost>>>;

const auditionsOverNotice = 'These auditions are over. The next ones will be announced here and on the front page.';

/** Builds the content of a post's page. In the portal, links lead to the members' pages of its show and files. */
export async function buildPostContent(
  { db, today, visitor }: Pick<PageRequest, 'db' | 'today' | 'visitor'>,
  post: StoredPost,
  readers: 'everyone' | 'members' = 'everyone',
  { opens = true } = {},
): Promise<Post> {
  const { timeZone } = await readSettings(db);
  const { show_id, show_date: date, show_date_precision: date_precision, show_cancelled: cancelled } = post;
  const show_title = post.show_title ?? '';
  const showLink = (id: string) => (readers === 'members' ? membersShowPath(id) : showPath({ id, title: show_title }));
  const written = await buildTextPost(post.title, post.content);
  return {
    ...written,
    content_html: await addPictureSizes(db, written.content_html, { opens }),
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
        ? editLink(post.id, show_id)
        : '',
    edit_label: 'Edit this post',
    notice: areAuditionsOver({ ...post, date, date_precision, cancelled }, today) ? auditionsOverNotice : '',
  };
}

/** Loads the content next to a post on a page of its own: a picture, and its show. */
export async function loadPostPictureAndShow(db: DbReader, post: StoredPost, { content_html }: Post) {
  const picture = await findLeadPicture(db, post, content_html);
  const show = post.show_id === null ? undefined : await findShow(db, post.show_id);
  return {
    ...(picture && { picture }),
    ...(show && { show: toDatedShow(show, await loadPosterContext(db, (await readSettings(db)).siteName)) }),
  };
}

/** Finds the picture shown with a post's visible text, unless the text already has a picture. */
export const findLeadPicture = async (db: DbReader, post: StoredPost, shown: string) =>
  shown.includes('<img ') ? undefined : findPostPicture(db, post);

/**
 * Finds the first picture in a post's text that isn't an icon, otherwise the first picture of its show, or `banner` if
 * there is neither.
 */
export async function findPostPicture(
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
  mayManageContent.allows(visitor, { show_id, directors: show_id === null ? [] : await listDirectorIds(db, show_id) });

const editLink = (id: string, show_id: string | null) =>
  `${show_id === null ? '/members/posts' : membersShowPath(show_id)}?edit=${id}`;

/**
 * Builds a page of type `post` from a title and a text. Without more, it is a text that isn't a post: the welcome on an
 * empty front page, an auditions page without auditions, or Member Docs.
 */
export const buildTextPost = async (title: string, content: string): Promise<Post> => ({
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
