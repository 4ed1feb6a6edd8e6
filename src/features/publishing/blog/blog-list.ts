import type { SiteData } from '#platform/shared/pages.ts';
import { paginate, parsePageNumber } from '#platform/shared/tables/paging.ts';
import type { BlogContent, BlogEntry } from './contract.ts';

/** The number of posts on a page of the list. */
export const POSTS_PER_PAGE = 12;

/** Returns the post whose key is in the URL; undefined if there is none. */
export function findRequestedPost({ posts, key }: BlogContent): BlogEntry | undefined {
  // Anyone can request the key "constructor", which every object inherits.
  return Object.hasOwn(posts, key) ? posts[key] : undefined;
}

/** Sorts posts with their keys, newest first by `dateInt` and then by key. */
export const sortBlogPostsNewestFirst = (posts: BlogContent['posts']): [key: string, post: BlogEntry][] =>
  Object.entries(posts).sort(([keyA, a], [keyB, b]) => b.dateInt - a.dateInt || (keyA < keyB ? -1 : 1));

/**
 * Returns the posts published right before (`earlier`) and right after (`later`) the post whose key is in the URL;
 * undefined if there is none.
 */
export function findAdjacentBlogPosts({ posts, key }: BlogContent): { earlier: Neighbour; later: Neighbour } {
  const all = sortBlogPostsNewestFirst(posts);
  const at = all.findIndex(([one]) => one === key);
  return { earlier: all[at + 1], later: all[at - 1] };
}
type Neighbour = [key: string, post: BlogEntry] | undefined;

/**
 * Keeps only the parts for an HTML page: one page of the list, or one post and the titles of its two neighbours. No
 * post keeps its Markdown, because `content_html` has the text of the one post.
 */
export function trimBlogForHtml(blog: BlogContent, { query }: { query: URLSearchParams }): BlogContent {
  if (blog.key !== '') {
    const post = findRequestedPost(blog);
    if (!post) return { ...blog, posts: {} };
    const { earlier, later } = findAdjacentBlogPosts(blog);
    return { ...blog, posts: withoutContent([keepTitle(later), [blog.key, post], keepTitle(earlier)]) };
  }
  const { items, page, pages } = paginate(sortBlogPostsNewestFirst(blog.posts), parsePageNumber(query), POSTS_PER_PAGE);
  return {
    ...blog,
    posts: withoutContent(items),
    first_view: { page, pages },
  };
}

const withoutContent = (posts: readonly Neighbour[]): BlogContent['posts'] =>
  Object.fromEntries(posts.flatMap((post) => (post ? [[post[0], { ...post[1], content: '' }]] : [])));

/** Removes a neighbour's excerpt and picture, because only its title is displayed. */
const keepTitle = (post: Neighbour): Neighbour => post && [post[0], { ...post[1], excerpt: '', picture: '' }];

/** Returns the public path of a post. */
export const blogPostPath = (key: string): string => `/blog/${encodeURIComponent(key)}`;

/** Returns the path of a post's editor. */
export const editBlogPostPath = (key: string): string => `/members/manage-blog/${encodeURIComponent(key)}`;

/** Returns the path of a page of the blog's list of posts. */
export const blogListPath = (page: number): string => (page > 1 ? `/blog?page=${page}` : '/blog');

/** Builds the link to the blog's Atom feed. */
export const buildBlogFeedLink = (
  { title }: Pick<BlogContent, 'title'>,
  { site_name }: Pick<SiteData, 'site_name'>,
) => ({
  href: '/blog/feed.xml',
  title: `${site_name}: ${title}`,
});
