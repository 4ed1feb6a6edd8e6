import type { ReactNode } from 'react';
import { parseNormalisedSocials } from '#features/society/settings/read-socials.ts';
import { canBookTickets } from '#features/society/settings/tickets.ts';
import { formatDate, type Precision } from '#platform/shared/dates/dates.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import { Carousel } from '#platform/web/gallery/carousel.tsx';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { NewTabHint } from '#platform/web/ui/navigation/new-tab-hint.tsx';
import { isPathWithin } from './header.tsx';
import styles from './sidebar.module.css';
import { SocialLinks } from './social-links.tsx';

/** The last show: up to five photographs, or its poster while there are none. */
function LastShow({ show }: { show: SiteData['last_show'] }) {
  if (show.title === '') return null;
  const note = (
    <div>
      <h3>
        <a href={show.link}>{show.title}</a>
      </h3>
      <SidebarDate date={show.date} precision={show.date_precision} />
    </div>
  );
  return (
    <section>
      <div className="scotch" />
      <h2>Last show</h2>
      {show.photos.length > 0 ? (
        <div className={styles.photos}>
          <Carousel
            photos={show.photos.map((src, index) => ({ src, alt: show.photo_alts[index] ?? '' }))}
            label={`Photographs of ${show.title}`}
          />
          {note}
        </div>
      ) : (
        <div className={`linked ${styles.card}`}>
          <span className={`poster-frame ${styles.poster}`}>
            <RetryingImage src={show.poster} alt="" width={600} height={848} loading="lazy" decoding="async" />
          </span>
          {note}
        </div>
      )}
    </section>
  );
}

/**
 * The content next to a page. `first` is contributed by the page. `about` is the path of the show that the page is
 * about, which then isn't shown as the last show; "" for none.
 */
export function Sidebar({
  site,
  path,
  contact,
  first,
  about = '',
}: {
  site: SiteData;
  path: string;
  contact: ReactNode;
  first?: ReactNode;
  about?: string;
}) {
  const [show, another] = site.on_sale;
  return (
    <aside className={styles.side} aria-label={`More from ${site.site_name}`}>
      {first}
      {canBookTickets(site) && (
        <section>
          {/* The front page already begins with the tickets */}
          {path !== '/' && (
            <>
              <div className="scotch" />
              <h2>Tickets</h2>
            </>
          )}
          <p>
            <a className={styles.tickets} href="/tickets" target="_blank" rel="noopener">
              {show && !another ? `Book for ${show.title}` : 'Book tickets'} <Icon of="arrow-up-right" />
              <NewTabHint />
            </a>
          </p>
        </section>
      )}
      {site.last_show.link !== about && <LastShow show={site.last_show} />}
      {!isPathWithin(path, site.latest_blog.link) && <LatestBlog post={site.latest_blog} />}
      <SocialLinks links={parseNormalisedSocials(site.socials)} />
      {contact && (
        <section>
          <div className="scotch" />
          <h2>Say hello</h2>
          {contact}
        </section>
      )}
    </aside>
  );
}

function LatestBlog({ post }: { post: SiteData['latest_blog'] }) {
  if (post.title === '') return null;
  return (
    <section>
      <div className="scotch" />
      <h2>Latest blog post</h2>
      <SidebarDate date={post.date} />
      <h3 className={styles.latest}>
        <a href={post.link}>{post.title}</a>
      </h3>
    </section>
  );
}

/** A date in the sidebar. For an instant, shows its day. */
function SidebarDate({ date, precision = 'day' }: { date: string; precision?: Precision }) {
  return <p className="meta">{formatDate(date.slice(0, 10), precision)}</p>;
}
