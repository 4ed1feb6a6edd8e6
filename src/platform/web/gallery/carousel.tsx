import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../ui/actions/icon-button.tsx';
import styles from './carousel.module.css';
import { formatPosition, getPictureIndexForKey, MAX_CAROUSEL_PICTURES, wrapIndex } from './positions.ts';
import { RetryingImage } from './retrying-image.tsx';
import { useSwipe } from './swipe.ts';

/** Shows up to five photographs, one at a time. It never advances by itself, so it needs no pause button. */
export function Carousel({ photos, label }: { photos: readonly { src: string; alt: string }[]; label: string }) {
  const shown = photos.slice(0, MAX_CAROUSEL_PICTURES);
  const [current, setCurrent] = useState(0);
  // Until the visitor uses the carousel, only its first photograph is fetched
  const [touched, setTouched] = useState(false);
  const turn = (by: 1 | -1) => setCurrent((index) => wrapIndex(index + by, shown.length));
  const swiping = useSwipe(turn);
  const turnByKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = getPictureIndexForKey(event.key, current, shown.length);
    if (index === undefined) return;
    event.preventDefault();
    setCurrent(index);
  };
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => setTouched(true)}
      onFocus={() => setTouched(true)}
      onKeyDown={turnByKey}
    >
      <div className={`photo ${styles.stage}`} {...swiping}>
        {shown.map(
          ({ src, alt }, index) =>
            (index === current || touched) && (
              <div key={src} className={styles.slide} inert={index !== current}>
                <RetryingImage src={src} alt={alt} loading="lazy" decoding="async" draggable={false} />
              </div>
            ),
        )}
        {shown.length > 1 && (
          <div className={styles.dots} aria-hidden>
            {shown.map(({ src }, index) => (
              <i key={src} className={index === current ? styles.on : undefined} />
            ))}
          </div>
        )}
      </div>
      {shown.length > 1 && (
        <>
          <IconButton
            icon="chevron-left"
            label="Previous photo"
            className={`${styles.button} ${styles.previous}`}
            onClick={() => turn(-1)}
          />
          <IconButton
            icon="chevron-right"
            label="Next photo"
            className={`${styles.button} ${styles.next}`}
            onClick={() => turn(1)}
          />
          <p className="vh" aria-live="polite">
            Photo {formatPosition(current, shown.length)}
          </p>
        </>
      )}
    </section>
  );
}
