import {
  addPictureAttributes,
  findPictureDimensions,
  isLargeEnoughForCover,
} from '#features/publishing/media/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { cacheByTables } from '#platform/server/database/cache/table-changes.ts';
import { escapeXml } from '#platform/server/formats/xml.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { listOwnPictureUrls, renderMarkdown } from '#platform/server/markdown/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import { blogPostPath, findRequestedPost, trimBlogForHtml } from '../blog-list.ts';
import type { BlogContent, BlogEntry } from '../contract.ts';
import { listPublishedBlogPosts, type PublishedBlogPost } from './store.ts';

export function registerBlogPages({ page, resource }: RouteRegistry): void {
  page('/blog', { type: 'blogs', access: everyone, query: ['page'], trimForHtml: trimBlogForHtml }, (visit) =>
    loadBlog(visit),
  );

  resource('/blog/feed.xml', { access: everyone }, sendFeed);

  // Anything after the key is ignored.
  for (const path of ['/blog/:key', '/blog/:key/*']) {
    page(path, { type: 'blogs', access: everyone, status: getStatus, trimForHtml: trimBlogForHtml }, buildPostPage);
  }
}

async function sendFeed({ db, now, today, origin }: PageRequest): Promise<FreshResponse> {
  const { siteName, timeZone } = await readSettings(db);
  const posts = await listPublishedBlogPosts(db, now);
  return {
    status: 200,
    contentType: 'application/atom+xml; charset=utf-8',
    body: await renderAtomFeed(posts, { siteName, origin, timeZone, today }),
  };
}

async function buildPostPage(visit: PageRequest): Promise<BlogContent> {
  const { key = '' } = visit.params;
  const blog = { ...(await loadBlog(visit)), key };
  return {
    ...blog,
    content_html: await addPictureAttributes(visit.db, await renderMarkdown(findRequestedPost(blog)?.content ?? ''), {
      opens: true,
    }),
  };
}

/** Returns the status: 404 for an unknown key, although its JSON has the whole list of posts. */
const getStatus = (blog: BlogContent) => (findRequestedPost(blog) ? 200 : 404);

type BlogRequest = Pick<PageRequest, 'db' | 'revision' | 'now' | 'until'>;

/** Loads the published posts. Cached until public data changes, the day ends, or a scheduled change is due. */
const loadBlog = cacheByTables<BlogRequest, BlogContent>(
  'public',
  ({ until }) => `${until}`,
  async ({ db, now }) => {
    const { timeZone } = await readSettings(db);
    const entries: [string, BlogEntry, string[]][] = [];
    for (const post of await listPublishedBlogPosts(db, now)) {
      entries.push([post.key, toBlogEntry(post, timeZone), await listOwnPictureUrls(post.content)]);
      await yieldToEventLoop();
    }
    const ids = entries.flatMap(([, , pictures]) => pictures.map(parseMediaId));
    const sizes = await findPictureDimensions(db, [...new Set(ids)]);
    const sized = entries.map(([key, post, pictures]): [string, BlogEntry] => {
      for (const picture of pictures) {
        // A deleted picture has no size
        const size = sizes.get(parseMediaId(picture));
        if (size && isLargeEnoughForCover(size))
          return [key, { ...post, picture, picture_width: size.width, picture_height: size.height }];
      }
      return [key, post];
    });
    return {
      type: 'blogs',
      title: 'Blog',
      posts: Object.fromEntries(sized),
      key: '',
      content_html: '',
    };
  },
);

/** Returns the id of the picture at `/media/{id}/{filename}`. */
const parseMediaId = (picture: string) => picture.split('/')[2] ?? '';

const excerptLength = 220;

const toBlogEntry = (post: PublishedBlogPost, timeZone: string): BlogEntry => ({
  title: post.title,
  date: formatMonth(post.published_at, timeZone),
  dateInt: Math.floor(Date.parse(post.published_at) / 1000),
  author: post.author,
  content: post.content,
  published_at: formatIsoWithOffset(post.published_at, timeZone),
  excerpt: buildExcerpt(post.content, excerptLength),
  picture: '',
  picture_width: 0,
  picture_height: 0,
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a month: "Nov 2026". `Intl` isn't used, because it writes "Sept". */
function formatMonth(moment: Instant, timeZone: string): string {
  const day = formatIsoWithOffset(moment, timeZone);
  return `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** The maximum number of posts in the feed. */
const maxFeedEntries = 20;

interface FeedPost {
  key: string;
  title: string;
  content: string;
  author: string;
  published_at: Instant;
  updated_at: Instant;
}

/** Once the posts in the feed have this many characters of HTML, the posts after them are only summaries. */
const maxContentLength = 2_000_000;

/** Renders the blog's newest posts as an Atom feed (RFC 4287), from posts given newest first. */
export async function renderAtomFeed(
  posts: readonly FeedPost[],
  { siteName, origin, timeZone, today }: { siteName: string; origin: string; timeZone: string; today: CalendarDate },
): Promise<string> {
  const entries = posts.slice(0, maxFeedEntries);
  const contents = await renderContents(entries, origin);
  const at = (moment: Instant) => formatIsoWithOffset(moment, timeZone);
  const changed = entries.map(getLastChangeTime).sort().at(-1);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">',
    `<title>${escapeXml(siteName)}: Blog</title>`,
    `<id>${escapeXml(origin)}/blog</id>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin)}/blog"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin)}/blog/feed.xml"/>`,
    // Atom requires a time, even if there are no posts.
    `<updated>${changed ? at(changed) : `${today}T00:00:00Z`}</updated>`,
    `<author><name>${escapeXml(siteName)}</name></author>`,
    ...entries.map((post, place) => {
      const address = escapeXml(origin + blogPostPath(post.key));
      return [
        '<entry>',
        `<title>${escapeXml(post.title)}</title>`,
        `<id>${address}</id>`,
        `<link rel="alternate" type="text/html" href="${address}"/>`,
        `<published>${at(post.published_at)}</published>`,
        `<updated>${at(getLastChangeTime(post))}</updated>`,
        post.author === '' ? '' : `<author><name>${escapeXml(post.author)}</name></author>`,
        `<summary>${escapeXml(buildExcerpt(post.content, excerptLength))}</summary>`,
        contents[place] ?? '',
        '</entry>',
      ].join('');
    }),
    '</feed>',
  ].join('\n');
}

/** Renders the content of each post in the feed; "" once the feed is long enough. */
async function renderContents(posts: readonly FeedPost[], origin: string): Promise<string[]> {
  const contents: string[] = [];
  let length = 0;
  for (const { content } of posts) {
    const html = length < maxContentLength ? await renderMarkdown(content) : '';
    length += html.length;
    contents.push(html && `<content type="html">${escapeXml(makeUrlsAbsolute(html, origin))}</content>`);
    await yieldToEventLoop();
  }
  return contents;
}

/** A scheduled post counts as changed when it is published. */
const getLastChangeTime = ({ updated_at, published_at }: FeedPost) =>
  [updated_at, published_at].sort()[1] ?? updated_at;

/**
 * Makes the URLs in HTML absolute, because feed readers are on other sites. In texts, quotation marks are escaped, so
 * the pattern matches only in tags.
 */
const makeUrlsAbsolute = (html: string, origin: string) =>
  html.replace(/ (href|src)="\//g, (_, attribute: string) => ` ${attribute}="${origin}/`);
