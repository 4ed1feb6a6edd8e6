import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { isNearEitherEnd, PRELOADED_PER_END } from '#platform/shared/gallery-ends.ts';
import { Button } from '../ui/actions/button.tsx';
import styles from './gallery.module.css';
import type { Picture } from './picture.ts';
import { formatPosition } from './positions.ts';
import { RetryingImage } from './retrying-image.tsx';
import { layOutRows, type PicturePosition } from './rows.ts';
import { useIsNearViewport } from './use-is-near-viewport.ts';
import { useViewer } from './use-viewer.tsx';

/**
 * Shows photographs on a dark background: the first five, and the rest on request. Each opens over the whole window.
 * Without JavaScript all are shown, and each links to its own file.
 */
export function Gallery({ pictures }: { pictures: readonly Picture[] }) {
  const list = useRef<HTMLUListElement>(null);
  const near = useIsNearViewport(list);
  const [all, setAll] = useState(false);
  // A single remaining photograph takes no more room than the button that would show it
  const rest = pictures.length - PRELOADED_PER_END > 1 ? pictures.length - PRELOADED_PER_END : 0;
  const positionOf = laidOut(pictures, rest > 0 ? PRELOADED_PER_END : pictures.length);
  const { getLinkProps, viewer } = useViewer({ kind: 'photo', items: pictures });

  // When the remaining photographs are shown, the focus moves to the first of them
  useEffect(() => {
    if (all) list.current?.querySelectorAll('a')[PRELOADED_PER_END]?.focus();
  }, [all]);

  return (
    <>
      <ul ref={list} className={all || rest === 0 ? styles.gallery : `${styles.gallery} ${styles.first}`}>
        {pictures.map((picture, index) => (
          <li key={picture.id} style={positionOf(index).style}>
            <a className={styles.tile} {...getLinkProps(index)}>
              <span className="vh">Photo {formatPosition(index, pictures.length)}: </span>
              <RetryingImage
                src={picture.src}
                srcSet={picture.srcset ?? ''}
                sizes={positionOf(index).sizes}
                alt={picture.alt}
                width={picture.width}
                height={picture.height}
                placeholder={picture.placeholder}
                loading={near && isNearEitherEnd(index, pictures.length) ? 'eager' : 'lazy'}
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      {!all && rest > 0 && (
        <p className={styles.more}>
          <Button look="house" onClick={() => setAll(true)}>
            Show {rest} more photos
          </Button>
        </p>
      )}
      {viewer}
    </>
  );
}

/** The best ratio of a row's width to its height, on a narrow screen and on others. */
const NARROW = 3;
const WIDE = 4.3;

/** Returns the positions of all pictures. The `first` ones are seen before the rest, so they have their own rows. */
function laidOut(pictures: readonly Picture[], first: number) {
  const shapes = pictures.map(shapeOf);
  const [shown, rest] = [shapes.slice(0, first), shapes.slice(first)];
  const wide = [...layOutRows(shown, WIDE), ...layOutRows(rest, WIDE)];
  // On a narrow screen the first picture has its own row
  const narrow = [ALONE, ...layOutRows(shown.slice(1), NARROW), ...layOutRows(rest, NARROW)];
  return (index: number) => {
    const [inWide = ALONE, inNarrow = ALONE] = [wide[index], narrow[index]];
    const style: CSSProperties & Record<`--${string}`, unknown> = {
      '--shape': shapes[index],
      '--wide': widthOf(inWide),
      '--narrow': widthOf(inNarrow),
    };
    return { style, sizes: `(min-width: 40rem) ${percent(inWide)}vw, ${percent(inNarrow)}vw` };
  };
}

const ALONE: PicturePosition = { share: 1, beside: 0 };
const widthOf = ({ share, beside }: PicturePosition) => `calc(${share} * (100% - ${beside} * var(--between)))`;
const percent = ({ share }: PicturePosition) => Math.ceil(share * 100);

/** Returns a picture's ratio of width to height, limited to 0.6 to 3; 1.5 if its size isn't known. */
const shapeOf = ({ width, height }: Picture): number =>
  width > 0 && height > 0 ? Math.min(3, Math.max(0.6, width / height)) : 1.5;
