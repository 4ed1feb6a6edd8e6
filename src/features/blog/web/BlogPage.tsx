import { Sidebar } from '#features/layout/web/index.ts';
import { dayInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import { headline } from '#platform/shared/headline.ts';
import type { Page, Site } from '#platform/shared/pages.ts';
import { requestedPage, type Turned, turnTo } from '#platform/shared/paging.ts';
import { sizesAt } from '#platform/web/gallery/picture.ts';
import { RetryingImage } from '#platform/web/gallery/RetryingImage.tsx';
import { useLocation } from '#platform/web/navigation/index.ts';
import { BackLink } from '#platform/web/ui/BackLink.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Neighbours } from '#platform/web/ui/Neighbours.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { Prose } from '#platform/web/ui/Prose.tsx';
import { blogAddress, neighbours, newestFirst, POSTS_A_PAGE, requestedPost, turnedAddress } from '../addresses.ts';
import type { BlogEntry, Blogs } from '../contract.ts';
import styles from './BlogPage.module.css';
import { structured } from './structured-data.ts';

/** The blog: its posts newest first, or the one that the address asks for. */
export default function BlogPage({ page }: { page: Page<'blogs'> }) {
  const { query } = useLocation();
  if (page.key === '') return <PostList page={page} turned={turned(page, requestedPage(query))} />;
  const post = requestedPost(page);
  return post ? <OnePost page={page} post={post} /> : <NoSuchPost />;
}

type TurnedPosts = Turned<[key: string, post: BlogEntry]>;

/** The posts on a page of the list, whether the whole list is here or that page alone. */
function turned({ posts, first_view: view }: Blogs, pageNumber: number): TurnedPosts {
  const all = newestFirst(posts);
  return view ? { items: all, ...view } : turnTo(all, pageNumber, POSTS_A_PAGE);
}

function PostList({
  page,
  turned: { items: posts, page: at, pages },
}: {
  page: Blogs;
  turned: ReturnType<typeof turned>;
}) {
  return (
    <div className="wrap">
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Notes from rehearsals, the workshop and the wings, written by members.</p>
      </header>
      <div className="scotch" />
      {posts.length === 0 ? (
        <div className={styles.nothing}>
          <Empty title="No posts yet">The first one will be here as soon as somebody has written it.</Empty>
        </div>
      ) : (
        <div>
          {posts.map(([key, post], place) => (
            <Entry key={key} address={blogAddress(key)} post={post} first={at === 1 && place === 0} />
          ))}
        </div>
      )}
      <Pagination page={at} pages={pages} href={turnedAddress} />
    </div>
  );
}

function Entry({ address, post, first }: { address: string; post: BlogEntry; first: boolean }) {
  return (
    <article className={`linked ${styles.entry} ${first ? styles.first : ''}`}>
      <div>
        <Signed post={post} />
        <h2>
          <a href={address}>{headline(post.title)}</a>
        </h2>
        {post.excerpt !== '' && <p className={styles.excerpt}>{post.excerpt}</p>}
      </div>
      {post.picture !== '' && <Picture post={post} first={first} />}
    </article>
  );
}

/** Pictures of nearly these shapes are all cropped to one, so that their rows are alike; others keep their own. */
const [leastWide, mostWide] = [1.2, 2];

function Picture({
  post: { picture, picture_width: width, picture_height: height },
  first,
}: {
  post: BlogEntry;
  first: boolean;
}) {
  const shape = width / height;
  const own = height > width ? styles.tall : shape < leastWide || shape > mostWide ? styles.own : '';
  return (
    <RetryingImage
      className={`${styles.picture} ${own}`}
      src={first ? picture : `${picture}?lowres`}
      srcSet={first ? sizesAt(picture) : ''}
      sizes="(min-width: 60rem) 50vw, 100vw"
      alt=""
      {...(width > 0 && { width, height })}
      {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
    />
  );
}

const Signed = ({ post }: { post: BlogEntry }) => (
  <p className="meta dotted">
    <time dateTime={post.published_at}>{dayInWords(post.published_at)}</time>{' '}
    {post.author !== '' && <span>{post.author}</span>}
  </p>
);

function OnePost({ page, post }: { page: Blogs; post: BlogEntry }) {
  const { earlier, later } = neighbours(page);
  return (
    <article className={styles.post}>
      <BackToAll />
      <Signed post={post} />
      <h1>{headline(post.title)}</h1>
      <Prose html={page.content_html} />
      <Neighbours earlier={linkTo(earlier)} later={linkTo(later)} />
    </article>
  );
}

const linkTo = (entry: [key: string, post: BlogEntry] | undefined) =>
  entry && { href: blogAddress(entry[0]), title: entry[1].title };

const notFound = 'The requested URL was not found on the server.';

/** What an unknown key shows. */
function NoSuchPost() {
  return (
    <article className={styles.post}>
      <BackToAll />
      <h1>404 Not Found</h1>
      <p>{notFound}</p>
    </article>
  );
}

const BackToAll = () => <BackLink href="/blog">Back to all posts</BackLink>;

/** One post is read beside the sidebar; the list takes the whole width. */
export const beside = (page: Page<'blogs'>) => (page.key === '' ? null : Sidebar);

export function head(page: Page<'blogs'>, site: Site): Head {
  const feeds = [{ href: '/blog/feed.xml', title: `${site.site_name}: ${page.title}` }];
  if (page.key === '') {
    const at = page.first_view?.page ?? 1;
    return {
      title: page.title,
      description: `Notes from rehearsals, the workshop and the wings, written by members of ${site.site_name}.`,
      canonical: turnedAddress(at),
      structured: import.meta.env.SSR ? structured(page, site) : [],
      feeds,
    };
  }
  const post = requestedPost(page);
  if (!post) return { title: '404 Not Found', description: notFound, indexed: false };
  return {
    title: post.title,
    description: post.excerpt || `${post.title}, from the blog of ${site.site_name}.`,
    canonical: blogAddress(page.key),
    ...(post.picture !== '' && { image: post.picture }),
    structured: import.meta.env.SSR ? structured(page, site) : [],
    feeds,
  };
}
