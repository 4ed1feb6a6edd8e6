import { expect, test } from 'vitest';
import { blogListPath, findAdjacentBlogPosts, sortBlogPostsNewestFirst, trimBlogForHtml } from './blog-list.ts';
import type { BlogContent, BlogEntry } from './contract.ts';

const entry = (dateInt: number): BlogEntry => ({
  title: `Post ${dateInt}`,
  date: 'Nov 2026',
  dateInt,
  author: '',
  content: 'Once upon a time.',
  published_at: '2026-11-01T09:00:00+00:00',
  excerpt: 'Once upon a time.',
  picture: '',
  picture_width: 0,
  picture_height: 0,
});
const blog = (count: number): BlogContent => ({
  type: 'blogs',
  title: 'Blog',
  posts: Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, entry(n)])),
  key: '',
  content_html: '',
});
const keys = (some: Pick<BlogContent, 'posts'>) => sortBlogPostsNewestFirst(some.posts).map(([key]) => key);

test('blog posts given in any order are listed newest first', () => {
  // A JavaScript object lists keys that look like numbers first
  expect(keys({ posts: { b: entry(2), a: entry(3), 1984: entry(1), c: entry(2) } })).toEqual(['a', 'b', 'c', '1984']);
});

test('500 blog posts are listed twelve to a page, in order and without their texts', () => {
  const second = trimBlogForHtml(blog(500), { query: new URLSearchParams('page=2') });
  expect(keys(second)).toEqual(Array.from({ length: 12 }, (_, n) => `p${487 - n}`));
  expect(second.first_view).toEqual({ page: 2, pages: 42 });
  expect(JSON.stringify(second)).not.toContain('"content":"Once');
});

test('a page number beyond the end of the blog returns the last page', () => {
  expect(trimBlogForHtml(blog(30), { query: new URLSearchParams('page=99') }).first_view).toEqual({
    page: 3,
    pages: 3,
  });
  expect(trimBlogForHtml(blog(0), { query: new URLSearchParams() }).first_view).toEqual({ page: 1, pages: 1 });
});

test('the neighbours of a post are the posts published just before and after it', () => {
  const beside = (key: string) => {
    const { earlier, later } = findAdjacentBlogPosts({ ...blog(3), key });
    return [earlier?.[0], later?.[0]];
  };
  expect(['p0', 'p1', 'p2'].map(beside)).toEqual([
    [undefined, 'p1'],
    ['p0', 'p2'],
    ['p1', undefined],
  ]);
});

test('the page of a post contains that post and its neighbours, and no other posts', () => {
  expect(keys(trimBlogForHtml({ ...blog(500), key: 'p7' }, { query: new URLSearchParams() }))).toEqual([
    'p8',
    'p7',
    'p6',
  ]);
  expect(keys(trimBlogForHtml({ ...blog(500), key: 'p499' }, { query: new URLSearchParams() }))).toEqual([
    'p499',
    'p498',
  ]);
  expect(keys(trimBlogForHtml({ ...blog(500), key: 'nothing' }, { query: new URLSearchParams() }))).toEqual([]);
  expect(keys(trimBlogForHtml({ ...blog(500), key: 'constructor' }, { query: new URLSearchParams() }))).toEqual([]);
});

test('the first page of the blog has a URL without a page number', () => {
  expect(blogListPath(1)).toBe('/blog');
  expect(blogListPath(3)).toBe('/blog?page=3');
});
