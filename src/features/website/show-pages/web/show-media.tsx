import { Gallery } from '#platform/web/gallery/gallery.tsx';
import { VideoList } from '#platform/web/gallery/video-list.tsx';
import type { PastShowContent } from '../contract.ts';
import styles from './show-media.module.css';

/** A show's photographs and videos, on a dark background. */
export function ShowMedia({
  photos,
  videos,
  banner,
}: Pick<PastShowContent, 'photos' | 'videos'> & Pick<PastShowContent['show'], 'banner'>) {
  if (photos.length + videos.length === 0) return null;
  const last = photos.at(-1);
  return (
    <div className={styles.band}>
      <div className={`wrap ${styles.parts}`}>
        {photos.length > 0 && (
          <section aria-labelledby="photographs">
            <div className={styles.head}>
              <h2 id="photographs">Photographs</h2>
              <p className="meta">{photos.length === 1 ? '1 picture' : `${photos.length} pictures`}</p>
            </div>
            <Gallery pictures={photos} />
          </section>
        )}
        {videos.length > 0 && (
          <section className="no-print" aria-labelledby="films">
            <div className={styles.head}>
              <h2 id="films">{videos.length === 1 ? 'Video' : 'Videos'}</h2>
            </div>
            <VideoList films={videos} picture={last ? `${last.src}?w=1600` : banner} />
          </section>
        )}
      </div>
    </div>
  );
}
