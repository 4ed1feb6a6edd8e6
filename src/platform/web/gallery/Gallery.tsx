import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { FROM_EACH_END, isNearAnEnd } from '#platform/shared/gallery-ends.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Gallery.module.css';
import type { Picture } from './picture.ts';
import { positionInWords } from './positions.ts';
import { RetryingImage } from './RetryingImage.tsx';
import { useComingNear } from './useComingNear.ts';
import { useViewer } from './useViewer.tsx';

/**
 * Photographs on the dark of the house: the first five, and the rest on request. Each opens over the whole window;
 * without JavaScript all are there, and each leads to its own file.
 */
export function Gallery({ pictures }: { pictures: readonly Picture[] }) {
  const list = useRef<HTMLUListElement>(null);
  const near = useComingNear(list);
  const [all, setAll] = useState(false);
  // One alone takes no more room than the button that would show it
  const rest = pictures.length - FROM_EACH_END > 1 ? pictures.length - FROM_EACH_END : 0;
  const { opens, viewer } = useViewer({ kind: 'photo', items: pictures });

  // After the rest was requested, the focus goes to its first
  useEffect(() => {
    if (all) list.current?.querySelectorAll('a')[FROM_EACH_END]?.focus();
  }, [all]);

  return (
    <>
      <ul ref={list} className={all || rest === 0 ? styles.gallery : `${styles.gallery} ${styles.first}`}>
        {pictures.map((picture, index) => (
          <li key={picture.id} style={shapeOf(picture)}>
            <a className={styles.tile} {...opens(index)}>
              <span className="vh">Photo {positionInWords(index, pictures.length)}: </span>
              <RetryingImage
                src={picture.src}
                srcSet={picture.srcset ?? ''}
                sizes={index === 0 ? '(min-width: 40rem) 50vw, 100vw' : '(min-width: 40rem) 30vw, 50vw'}
                alt={picture.alt}
                width={picture.width}
                height={picture.height}
                placeholder={picture.placeholder}
                loading={near && isNearAnEnd(index, pictures.length) ? 'eager' : 'lazy'}
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      {!all && rest > 0 && (
        <p className={styles.more}>
          <Button look="house" onClick={() => setAll(true)}>
            Show {rest} more photographs
          </Button>
        </p>
      )}
      {viewer}
    </>
  );
}

/** How many times as wide as high. */
function shapeOf({ width, height }: Picture): CSSProperties & { '--shape': number } {
  return { '--shape': width > 0 && height > 0 ? Math.min(3, Math.max(0.6, width / height)) : 1.5 };
}
