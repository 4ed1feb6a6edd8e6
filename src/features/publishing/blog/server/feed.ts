import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { escapeXml } from '#platform/server/formats/xml.ts';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import { blogPostPath } from '../paths.ts';

const newest = 20;

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
  const entries = posts.slice(0, newest);
  const contents = await renderContents(entries, origin);
  const at = (moment: Instant) => formatIsoWithOffset(moment, timeZone);
  const changed = entries.map(lastChange).sort().at(-1);
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
        `<updated>${at(lastChange(post))}</updated>`,
        post.author === '' ? '' : `<author><name>${escapeXml(post.author)}</name></author>`,
        `<summary>${escapeXml(buildExcerpt(post.content, 220))}</summary>`,
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
const lastChange = ({ updated_at, published_at }: FeedPost) => [updated_at, published_at].sort()[1] ?? updated_at;

/**
 * Feed readers are on other sites, so URLs must be absolute. In texts, quotation marks are escaped, so these patterns
 * match only in tags.
 */
const makeUrlsAbsolute = (html: string, origin: string) =>
  html.replace(/ (href|src)="\//g, (_, attribute: string) => ` ${attribute}="${origin}/`);
