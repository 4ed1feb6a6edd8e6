import { datesOf } from '#features/shows/run.ts';
import { canBook } from '#features/society/tickets.ts';
import type { Site } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { NewTab } from '#platform/web/ui/NewTab.tsx';
import styles from './TicketBanner.module.css';

/** While tickets are on sale: for what, and the link. The front page itself says when that is. */
export function TicketBanner({ site, dated }: { site: Site; dated: boolean }) {
  if (!canBook(site)) return null;
  const show = site.next_show;
  return (
    <aside className={styles.banner} aria-label="Tickets">
      <div className={`wrap ${styles.line}`}>
        {show.title === '' ? (
          <span>Tickets are on sale</span>
        ) : (
          <span>
            <span className="only-wide">Now booking: </span>
            {dated ? `${show.title}, ${datesOf(show)}` : show.title}
          </span>
        )}
        <a href="/tickets" target="_blank" rel="noopener">
          Book tickets <Icon of="arrow-up-right" />
          <NewTab />
        </a>
      </div>
    </aside>
  );
}
