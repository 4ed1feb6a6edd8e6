import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { isNearEitherEnd, PRELOADED_PICTURES_PER_END } from '#platform/shared/pictures.ts';
import { importWithRetry } from '../parts/lazy-module.ts';
import { Button } from '../ui/actions/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import styles from './gallery.module.css';
import { formatPosition } from './positions.ts';
import { type GalleryItem, RetryingImage } from './retrying-image.tsx';
import { RetryingVideo } from './retrying-video.tsx';
import type { GalleryViewer } from './viewer.tsx';

/**
 * Shows photographs on a dark background: the first five, and the others on request. If there is only one other, it is
 * shown from the start. Each photograph opens over the whole window. Without JavaScript all are shown, and each links
 * to its own file.
 */
export function Gallery({ pictures }: { pictures: readonly GalleryItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const near = useHasBeenNearViewport(list);
  const [all, setAll] = useState(false);
  // A single remaining photograph takes no more room than the button that would show it
  const rest = pictures.length - PRELOADED_PICTURES_PER_END > 1 ? pictures.length - PRELOADED_PICTURES_PER_END : 0;
  const positionOf = layOutPictures(pictures, rest > 0 ? PRELOADED_PICTURES_PER_END : pictures.length);
  const { getLinkProps, viewer } = useViewer({ kind: 'photo', items: pictures });

  // When the remaining photographs are shown, the focus moves to the first of them
  useEffect(() => {
    if (all) list.current?.querySelectorAll('a')[PRELOADED_PICTURES_PER_END]?.focus();
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

/**
 * Returns a function that gives each picture's style and `sizes`, by its index. The `first` pictures are seen before the
 * rest, so the rest begin on a new row.
 */
function layOutPictures(pictures: readonly GalleryItem[], first: number) {
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
const shapeOf = ({ width, height }: GalleryItem): number =>
  width > 0 && height > 0 ? Math.min(3, Math.max(0.6, width / height)) : 1.5;

/**
 * Breaks photographs into rows that all fill the width, even the last, with heights as similar as the shapes of the
 * photographs allow.
 * @param shapes the width of each photograph, divided by its height
 * @param wide the best width of a row, divided by its height
 * @returns the shapes, row by row
 */
export function divideShapesIntoRows(shapes: readonly number[], wide: number): number[][] {
  // For each photograph: the cost of the best rows for the photographs before it, and the index at which the last of
  // these rows begins
  const best = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= shapes.length; end++) {
    let [chosen, width] = [{ cost: Number.POSITIVE_INFINITY, from: end - 1 }, 0];
    for (let from = end - 1; from >= 0 && (width < 2 * wide || from === end - 1); from--) {
      width += shapes[from] ?? 0;
      const cost = (best[from]?.cost ?? 0) + Math.log(width / wide) ** 2;
      if (cost <= chosen.cost) chosen = { cost, from };
    }
    best.push(chosen);
  }
  const rows: number[][] = [];
  for (let end = shapes.length; end > 0; ) {
    const { from } = best[end] ?? { from: 0 };
    rows.unshift(shapes.slice(from, end));
    end = from;
  }
  return rows;
}

/** A photograph's part of its row. */
interface PicturePosition {
  /** The photograph's share of its row's width, from 0 to 1. */
  share: number;
  /** The number of other photographs in the same row. */
  beside: number;
}

/** Divides photographs into rows and returns each photograph's part of its row. */
export const layOutRows = (shapes: readonly number[], wide: number): PicturePosition[] =>
  divideShapesIntoRows(shapes, wide).flatMap((row) => {
    const whole = row.reduce((sum, shape) => sum + shape, 0);
    // The share is rounded down, because a row that is slightly too wide would wrap
    const share = (shape: number) => Math.floor((shape / whole) * 1e5) / 1e5;
    return row.map((shape) => ({ share: share(shape), beside: row.length - 1 }));
  });

const load = () => importWithRetry(() => import('./viewer.tsx'));
/** Fetches the full-screen view when somebody seems about to open it. */
const prepare = () => void load().catch(() => {});

type Shown = Pick<ComponentProps<typeof GalleryViewer>, 'kind' | 'items'>;

/**
 * Returns the full-screen view of a gallery, and the props that make a link open the view at an index, counted from 0.
 * The view loads when it is first needed. If that fails, the link leads to the item's own file, as without JavaScript.
 * Closing returns the focus to the link.
 */
function useViewer(shown: Shown): { getLinkProps: (index: number) => ComponentProps<'a'>; viewer: ReactNode } {
  const [opened, setOpened] = useState<{ Opened: typeof GalleryViewer; start: number; opener: HTMLElement } | null>(
    null,
  );
  const open = (start: number, opener: HTMLAnchorElement) =>
    load().then(
      ({ GalleryViewer: Opened }) => setOpened({ Opened, start, opener }),
      () => window.location.assign(opener.href),
    );
  const close = () => {
    setOpened(null);
    opened?.opener.focus();
  };
  return {
    getLinkProps: (index) => ({
      href: shown.items[index]?.src,
      // The target isn't one of our pages, so our navigation ignores the link and the browser follows it
      rel: 'external',
      'aria-haspopup': 'dialog',
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: (event) => {
        // With these keys the browser opens a new tab or window
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void open(index, event.currentTarget);
      },
    }),
    viewer: opened && <opened.Opened {...shown} start={opened.start} onClose={close} />,
  };
}

/** Returns true once an element has come within one window height of the visible area. */
function useHasBeenNearViewport(place: { current: Element | null }): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const watch = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        setNear(true);
        watch.disconnect();
      },
      { rootMargin: '100%' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return near;
}

/** Lists videos in the page, each with a way to enlarge it. Until one plays, `picture` is shown in its place. */
export function VideoList({ videos, picture }: { videos: readonly GalleryItem[]; picture?: string | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const near = useHasBeenNearViewport(list);
  const { getLinkProps, viewer } = useViewer({ kind: 'video', items: videos });
  return (
    <>
      <ul ref={list} className={styles.videos}>
        {videos.map((video, index) => (
          <li key={video.id}>
            <figure className={styles.video}>
              <RetryingVideo video={video} picture={near ? picture : undefined} />
              <figcaption>
                <span>{video.caption || video.alt}</span>
                <a {...getLinkProps(index)}>
                  <Icon of="maximize-2" />
                  View full screen<span className="vh"> ({video.alt})</span>
                </a>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {viewer}
    </>
  );
}
