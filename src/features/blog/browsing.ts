import type { BlogEntry, Blogs } from './contract.ts';

/** Posts to a page of the list. */
export const POSTS_A_PAGE = 12;

/** One page of the list. */
export interface Turned {
  posts: [key: string, post: BlogEntry][];
  /** From 1. */
  page: number;
  pages: number;
}

/** `/blog/{key}` (SPEC §2). */
export const blogAddress = (key: string): string => `/blog/${encodeURIComponent(key)}`;

/** The address of a page of the list. */
export const turnedAddress = (page: number): string => (page > 1 ? `/blog?page=${page}` : '/blog');

/** The page that a query asks for, from 1; what can't be read is the first. */
export function pageAsked(query: URLSearchParams): number {
  const page = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** The post that the address asks for; undefined where there is none of that key. */
export function postAsked({ posts, key }: Blogs): BlogEntry | undefined {
  // Anyone can ask for "constructor".
  return Object.hasOwn(posts, key) ? posts[key] : undefined;
}

/** The posts of one page, newest first by `dateInt` and then by key; a page beyond the last is the last. */
export function part(posts: Readonly<Record<string, BlogEntry>>, page: number, size: number): Turned {
  const all = Object.entries(posts).sort(([keyA, a], [keyB, b]) => b.dateInt - a.dateInt || (keyA < keyB ? -1 : 1));
  const pages = Math.max(1, Math.ceil(all.length / size));
  const at = Math.min(page, pages);
  return { posts: size === Number.POSITIVE_INFINITY ? all : all.slice((at - 1) * size, at * size), page: at, pages };
}

/**
 * What an HTML page carries of the blog: of the list the page that `query` asks for, and of a post nothing but itself.
 * Nobody reads the texts of the others there.
 */
export function firstView(blog: Blogs, { query }: { query: URLSearchParams }): Blogs {
  if (blog.key !== '') {
    const post = postAsked(blog);
    return { ...blog, posts: post ? { [blog.key]: { ...post, content: '' } } : {} };
  }
  const { posts, page, pages } = part(blog.posts, pageAsked(query), POSTS_A_PAGE);
  return {
    ...blog,
    posts: Object.fromEntries(posts.map(([key, post]) => [key, { ...post, content: '' }])),
    first_view: { page, pages },
  };
}
