import type { SiteData } from '#platform/shared/pages.ts';
import type { BlogContent } from './contract.ts';

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
