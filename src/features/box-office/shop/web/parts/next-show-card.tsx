import { formatByline } from '#features/archive/shows/byline.ts';
import { formatRun } from '#features/archive/shows/run.ts';
import { formatNextShowLabel } from '#features/society/settings/tickets.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import { formatHeadline } from '#platform/shared/text/typography.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import styles from './next-show-card.module.css';

/** The next show, drawn as a ticket. Renders nothing if no show is announced. */
export function NextShowCard({ show }: { show: SiteData['next_show'] }) {
  if (show.title === '') return null;
  return (
    <section className={styles.ticket} aria-labelledby="next-show">
      <span className={`poster-frame ${styles.poster}`}>
        <RetryingImage src={show.poster} alt="" width={600} height={848} />
      </span>
      <div className={styles.words}>
        <p className={styles.label}>{formatNextShowLabel(show)}</p>
        <h2 id="next-show">
          <a href={show.link}>{formatHeadline(show.title)}</a>
        </h2>
        {show.author !== '' && <p className={styles.by}>{formatByline(show.author)}</p>}
        <p className={styles.days}>{formatRun(show)}</p>
        {show.venue !== '' && <p>{show.venue}</p>}
      </div>
    </section>
  );
}
