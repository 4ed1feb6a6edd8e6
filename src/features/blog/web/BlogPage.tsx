import type { Head } from '#platform/shared/head.ts';
import { headline } from '#platform/shared/headline.ts';
import type { Page, Site } from '#platform/shared/pages.ts';
import { requestedPage, type Turned, turnTo } from '#platform/shared/paging.ts';
import { sizesAt } from '#platform/web/gallery/picture.ts';
import { RetryingImage } from '#platform/web/gallery/RetryingImage.tsx';
import { useLocation } from '#platform/web/navigation/index.ts';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { blogAddress, feedOf, newestFirst, POSTS_A_PAGE, turnedAddress } from '../addresses.ts';
import type { BlogEntry, Blogs } from '../contract.ts';
import styles from './BlogPage.module.css';
import { Signed } from './Signed.tsx';
import { structured } from './structured-data.ts';

/** The blog: its posts, newest first. */
export default function BlogPage({ page }: { page: Page<'blogs'> }) {
  const { query } = useLocation();
  const { items: posts, page: at, pages } = turned(page, requestedPage(query));
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

type TurnedPosts = Turned<[key: string, post: BlogEntry]>;

/** The posts on a page of the list, whether the whole list is here or that page alone. */
function turned({ posts, first_view: view }: Blogs, pageNumber: number): TurnedPosts {
  const all = newestFirst(posts);
  return view ? { items: all, ...view } : turnTo(all, pageNumber, POSTS_A_PAGE);
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

export function head(page: Page<'blogs'>, site: Site): Head {
  return {
    title: page.title,
    description: `Notes from rehearsals, the workshop and the wings, written by members of ${site.site_name}.`,
    canonical: turnedAddress(page.first_view?.page ?? 1),
    structured: import.meta.env.SSR ? structured(page, site) : [],
    feeds: [feedOf(page, site)],
  };
}
