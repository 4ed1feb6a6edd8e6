import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import { blogPostPath, findRequestedPost } from '../blog-list.ts';
import type { BlogContent, BlogEntry } from '../contract.ts';

/** Structured data for search engines: the page's position in the site and, on a post's own page, the post. */
export function buildBlogStructuredData(page: BlogContent, site: SiteData): object[] {
  const post = findRequestedPost(page);
  const blog = { '@type': 'ListItem', position: 1, name: page.title, item: '/blog' };
  if (!post) return [{ '@type': 'BreadcrumbList', itemListElement: [blog] }];
  const address = blogPostPath(page.key);
  return [
    {
      '@type': 'BlogPosting',
      headline: post.title,
      url: address,
      datePublished: post.published_at,
      description: post.excerpt,
      ...(post.author !== '' && { author: { '@type': 'Person', name: post.author } }),
      ...(post.picture !== '' && { image: post.picture }),
      publisher: { '@type': 'TheaterGroup', name: site.site_name },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [blog, { '@type': 'ListItem', position: 2, name: post.title, item: address }],
    },
  ];
}

/** A post's date of publication, and its author. */
export const BlogPostMeta = ({ post }: { post: BlogEntry }) => (
  <p className="meta dotted">
    <time dateTime={post.published_at}>{formatLocalDate(post.published_at)}</time>{' '}
    {post.author !== '' && <span>{post.author}</span>}
  </p>
);
