import { Sidebar } from '#features/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import { headline } from '#platform/shared/headline.ts';
import type { Page, Site } from '#platform/shared/pages.ts';
import { BackLink } from '#platform/web/ui/BackLink.tsx';
import { Neighbours } from '#platform/web/ui/Neighbours.tsx';
import { Prose } from '#platform/web/ui/Prose.tsx';
import { blogAddress, feedOf, neighbours, requestedPost } from '../addresses.ts';
import type { BlogEntry } from '../contract.ts';
import styles from './BlogPostPage.module.css';
import { Signed } from './Signed.tsx';
import { structured } from './structured-data.ts';

/** One post of the blog, between those before and after it. */
export default function BlogPostPage({ page }: { page: Page<'blogs'> }) {
  const post = requestedPost(page);
  const { earlier, later } = neighbours(page);
  return (
    <article className={styles.post}>
      <BackLink href="/blog">Back to all posts</BackLink>
      {post ? (
        <>
          <Signed post={post} />
          <h1>{headline(post.title)}</h1>
          <Prose html={page.content_html} />
          <Neighbours earlier={linkTo(earlier)} later={linkTo(later)} />
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
  entry && { href: blogAddress(entry[0]), title: entry[1].title };

const notFound = 'The requested URL was not found on the server.';

/** A post is read beside the sidebar; the list of them takes the whole width. */
export const beside = () => Sidebar;

export function head(page: Page<'blogs'>, site: Site): Head {
  const post = requestedPost(page);
  if (!post) return { title: '404 Not Found', description: notFound, indexed: false };
  return {
    title: post.title,
    description: post.excerpt || `${post.title}, from the blog of ${site.site_name}.`,
    canonical: blogAddress(page.key),
    ...(post.picture !== '' && { image: post.picture }),
    structured: import.meta.env.SSR ? structured(page, site) : [],
    feeds: [feedOf(page, site)],
  };
}
