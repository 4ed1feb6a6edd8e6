import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { type PaginatedList, paginate, parsePageNumber } from '#platform/shared/tables/paging.ts';
import { formatHeadline } from '#platform/shared/text/typography.ts';
import { buildOwnPictureSrcset, RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { useLocation } from '#platform/web/navigation/index.ts';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import {
  blogListPath,
  blogPostPath,
  buildBlogFeedLink,
  POSTS_PER_PAGE,
  sortBlogPostsNewestFirst,
} from '../blog-list.ts';
import type { BlogContent, BlogEntry } from '../contract.ts';
import styles from './blog-page.module.css';
import { BlogPostMeta, buildBlogStructuredData } from './blog-post-parts.tsx';

/** The list of blog posts, newest first. */
export default function BlogPage({ page }: { page: Page<'blogs'> }) {
  const { query } = useLocation();
  const { items: posts, page: at, pages } = getListPage(page, parsePageNumber(query));
  return (
    <div className="wrap">
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Notes from rehearsals, the workshop and the wings, written by members.</p>
      </header>
      <div className="scotch" />
      {posts.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyState title="No posts yet">Posts will appear here as soon as somebody publishes one.</EmptyState>
        </div>
      ) : (
        <div>
          {posts.map(([key, post], place) => (
            <Entry key={key} address={blogPostPath(key)} post={post} first={at === 1 && place === 0} />
          ))}
        </div>
      )}
      <Pagination page={at} pages={pages} href={blogListPath} />
    </div>
  );
}

type ListPage = PaginatedList<[key: string, post: BlogEntry]>;

/** Returns the posts on a page of the list. The data may have the whole list or only that page. */
function getListPage({ posts, first_view: view }: BlogContent, pageNumber: number): ListPage {
  const all = sortBlogPostsNewestFirst(posts);
  return view ? { items: all, ...view } : paginate(all, pageNumber, POSTS_PER_PAGE);
}

function Entry({ address, post, first }: { address: string; post: BlogEntry; first: boolean }) {
  return (
    <article className={`linked ${styles.entry} ${first ? styles.first : ''}`}>
      <div>
        <BlogPostMeta post={post} />
        <h2>
          <a href={address}>{formatHeadline(post.title)}</a>
        </h2>
        {post.excerpt !== '' && <p className={styles.excerpt}>{post.excerpt}</p>}
      </div>
      {post.picture !== '' && <Picture post={post} first={first} />}
    </article>
  );
}

/**
 * Pictures with an aspect ratio in this range are cropped to one size, so that their rows look alike. Others keep their
 * aspect ratio.
 */
const [minShape, maxShape] = [1.2, 2];

function Picture({
  post: { picture, picture_width: width, picture_height: height },
  first,
}: {
  post: BlogEntry;
  first: boolean;
}) {
  const shape = width / height;
  const own = height > width ? styles.tall : shape < minShape || shape > maxShape ? styles.own : '';
  return (
    <RetryingImage
      className={`${styles.picture} ${own}`}
      src={first ? picture : `${picture}?lowres`}
      srcSet={first ? buildOwnPictureSrcset(picture) : ''}
      sizes="(min-width: 60rem) 50vw, 100vw"
      alt=""
      {...(width > 0 && { width, height })}
      {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
    />
  );
}

export function head(page: Page<'blogs'>, site: SiteData): Head {
  return {
    title: page.title,
    description: `Notes from rehearsals, the workshop and the wings, written by members of ${site.site_name}.`,
    canonical: blogListPath(page.first_view?.page ?? 1),
    structured: import.meta.env.SSR ? buildBlogStructuredData(page, site) : [],
    feeds: [buildBlogFeedLink(page, site)],
  };
}
