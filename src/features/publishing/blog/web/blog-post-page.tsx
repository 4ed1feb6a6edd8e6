import { Sidebar } from '#features/publishing/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { formatHeadline } from '#platform/shared/text/typography.ts';
import { Prose } from '#platform/web/ui/content/prose.tsx';
import { BackLink, PreviousNextLinks } from '#platform/web/ui/navigation/page-links.tsx';
import { blogPostPath, buildBlogFeedLink, findAdjacentBlogPosts, findRequestedPost } from '../blog-list.ts';
import type { BlogEntry } from '../contract.ts';
import styles from './blog-post-page.module.css';
import { BlogPostMeta, buildBlogStructuredData } from './blog-post-parts.tsx';

/** A blog post, with links to the posts before and after it. */
export default function BlogPostPage({ page }: { page: Page<'blogs'> }) {
  const post = findRequestedPost(page);
  const { earlier, later } = findAdjacentBlogPosts(page);
  return (
    <article className={styles.post}>
      <BackLink href="/blog">Back to all posts</BackLink>
      {post ? (
        <>
          <BlogPostMeta post={post} />
          <h1>{formatHeadline(post.title)}</h1>
          <Prose html={page.content_html} />
          <PreviousNextLinks earlier={linkTo(earlier)} later={linkTo(later)} />
        </>
      ) : (
        <>
          <h1>404 Not Found</h1>
          <p>{notFound}</p>
        </>
      )}
    </article>
  );
}

const linkTo = (entry: [key: string, post: BlogEntry] | undefined) =>
  entry && { href: blogPostPath(entry[0]), title: entry[1].title };

const notFound = 'The requested URL was not found on the server.';

/** A post has a sidebar; the list of posts has the full width. */
export const getSidebar = () => Sidebar;

export function head(page: Page<'blogs'>, site: SiteData): Head {
  const post = findRequestedPost(page);
  if (!post) return { title: '404 Not Found', description: notFound, indexed: false };
  return {
    title: post.title,
    description: post.excerpt || `${post.title}, from the blog of ${site.site_name}.`,
    canonical: blogPostPath(page.key),
    ...(post.picture !== '' && { image: post.picture }),
    structured: import.meta.env.SSR ? buildBlogStructuredData(page, site) : [],
    feeds: [buildBlogFeedLink(page, site)],
  };
}
