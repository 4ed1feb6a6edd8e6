import type { Site } from '#platform/shared/pages.ts';
import { Carousel } from '#platform/web/gallery/carousel.tsx';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import styles from './sidebar.module.css';
import { SidebarDate } from './sidebar-date.tsx';

/** The last show: up to five photographs, or its poster while there are none. */
export function LastShow({ show }: { show: Site['last_show'] }) {
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
