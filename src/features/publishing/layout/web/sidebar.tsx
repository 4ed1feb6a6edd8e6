import type { ReactNode } from 'react';
import { canBook } from '#features/society/settings/tickets.ts';
import type { Site } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/icon.tsx';
import { OpensInNewTab } from '#platform/web/ui/opens-in-new-tab.tsx';
import { LastShow } from './last-show.tsx';
import { isPathWithin } from './public-pages.ts';
import styles from './sidebar.module.css';
import { SidebarDate } from './sidebar-date.tsx';
import { SocialLinks } from './social-links.tsx';

/** Other content of the site, next to a page to read; `first` is that page's own, and `about` its show. */
export function Sidebar({
  site,
  path,
  contact,
  first,
  about = '',
}: {
  site: Site;
  path: string;
  contact: ReactNode;
  first?: ReactNode;
  about?: string;
}) {
  const [show, another] = site.on_sale;
  return (
    <aside className={styles.side} aria-label={`More from ${site.site_name}`}>
      {first}
      {canBook(site) && (
        <section>
          <div className="scotch" />
          <h2>Tickets</h2>
          <p>
            <a className={styles.tickets} href="/tickets" target="_blank" rel="noopener">
              {show && !another ? `Book for ${show.title}` : 'Book tickets'} <Icon of="arrow-up-right" />
              <OpensInNewTab />
            </a>
          </p>
        </section>
      )}
      {site.last_show.link !== about && <LastShow show={site.last_show} />}
      {!isPathWithin(path, site.latest_blog.link) && <LatestBlog post={site.latest_blog} />}
      <SocialLinks socials={site.socials} />
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

function LatestBlog({ post }: { post: Site['latest_blog'] }) {
  if (post.title === '') return null;
  return (
    <section>
      <div className="scotch" />
      <h2>Latest blog</h2>
      <SidebarDate date={post.date} />
      <h3 className={styles.latest}>
        <a href={post.link}>{post.title}</a>
      </h3>
    </section>
  );
}
