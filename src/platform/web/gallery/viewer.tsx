import { type CSSProperties, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { addPopStateBlocker } from '../navigation/index.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { formatPosition, getPictureIndexForKey, listLoadedPositions, wrapIndex } from './positions.ts';
import { type GalleryItem, RetryingImage } from './retrying-image.tsx';
import { RetryingVideo } from './retrying-video.tsx';
import { useSwipe } from './swipe.ts';
import styles from './viewer.module.css';
import { FITTED_ZOOM, useZoom, type Zoom } from './zoom.ts';

interface ViewerProps {
  kind: 'photo' | 'video';
  items: readonly GalleryItem[];
  /** The index of the item that is open at first, from 0. */
  start: number;
  onClose: () => void;
}

/** Shows pictures or videos one at a time over the whole window. Only the items near the open one are rendered. */
export function GalleryViewer({ kind, items, start, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [current, setCurrent] = useState(start);
  useCloseOnBack(dialog);

  const stage = useRef<HTMLDivElement>(null);
  const item = items[current];
  const turnTo = (index: number) => {
    setCurrent(index);
    reset();
  };
  const turn = (by: 1 | -1) => turnTo(wrapIndex(current + by, items.length));
  const close = () => dialog.current?.close();
  const { zoom, dragOffset, isDragging, reset, handleKey, zoomProps } = useZoom(stage, sizeOf(item), { turn, close });
  const swiping = useSwipe(turn);
  const onKeyDown = (event: KeyboardEvent) => {
    // A video with the focus uses the same keys for seeking
    if (event.target instanceof HTMLMediaElement) return;
    if (event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && event.key !== '+')) return;
    if (kind === 'photo' && handleKey(event.key)) return event.preventDefault();
    const index = getPictureIndexForKey(event.key, current, items.length);
    if (index === undefined) return;
    event.preventDefault();
    turnTo(index);
  };

  if (item === undefined) return null;
  const several = items.length > 1;
  const noun = kind === 'photo' ? 'Photo' : 'Video';
  const closer = zoom.scale > 1 ? `${Math.round(zoom.scale * 100)}%` : '';
  const text = [several && formatPosition(current, items.length), closer].filter(Boolean).join(', ');
  return (
    <Modal
      dialog={dialog}
      className={styles.viewer}
      aria-label={kind === 'photo' ? 'Photos' : 'Videos'}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        <p className="num" aria-hidden>
          {text}
        </p>
        <p className="vh" role="status">
          {[noun, text].filter(Boolean).join(' ')}: {item.alt}
        </p>
        <IconButton icon="x" label="Close" className={styles.button} onClick={close} />
      </div>
      <div
        ref={stage}
        className={kind === 'photo' ? `${styles.stage} ${styles.zooms}` : styles.stage}
        data-held={isDragging || undefined}
        {...(kind === 'photo' ? zoomProps : swiping)}
      >
        {listLoadedPositions(current, items.length).map(({ index, steps }) => {
          const shown = items[index];
          const seen = steps === 0 ? { ...zoom, y: zoom.y + dragOffset } : FITTED_ZOOM;
          return shown && <Slide key={shown.id} kind={kind} item={shown} steps={steps} seen={seen} />;
        })}
      </div>
      {several && (
        <>
          <IconButton
            icon="chevron-left"
            label={`Previous ${noun.toLowerCase()}`}
            className={`${styles.button} ${styles.previous}`}
            onClick={() => turn(-1)}
          />
          <IconButton
            icon="chevron-right"
            label={`Next ${noun.toLowerCase()}`}
            className={`${styles.button} ${styles.next}`}
            onClick={() => turn(1)}
          />
        </>
      )}
      <Caption kind={kind} item={item} />
    </Modal>
  );
}

/**
 * Closes the view when people press Back, as they do on a phone, without leaving the page. If the view is closed in
 * another way, its history entry is removed. The entry exists from the start, so that Back always works.
 */
function useCloseOnBack(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const { href } = window.location;
    if (!isStep(history.state)) history.pushState({ ...history.state, viewer: true }, '');
    const release = addPopStateBlocker(() => {
      dialog.current?.close();
      return true;
    });
    return () => {
      release();
      // If a link in the view has led to another page, there is no entry to remove
      if (!isStep(history.state) || window.location.href !== href) return;
      const arrived = addPopStateBlocker(() => {
        arrived();
        return true;
      });
      history.back();
    };
  }, [dialog]);
}

const isStep = (state: unknown) => typeof state === 'object' && state !== null && 'viewer' in state;

/** The item's caption, the people in it, and its author. */
function Caption({
  kind,
  item: { caption = '', people = [], credit = '' },
}: {
  kind: 'photo' | 'video';
  item: GalleryItem;
}) {
  return (
    <div className={styles.caption}>
      {caption !== '' && <p>{caption}</p>}
      {people.length > 0 && (
        <p>
          With{' '}
          {people.map(({ id, name, href }, index) => (
            <span key={id}>
              {index === 0 ? '' : index === people.length - 1 ? ' and ' : ', '}
              <a href={href}>{name}</a>
            </span>
          ))}
        </p>
      )}
      {credit !== '' && (
        <p>
          {kind === 'photo' ? 'Photo' : 'Video'}: {credit}
        </p>
      )}
    </div>
  );
}

const sizeOf = (item: GalleryItem | undefined) =>
  item && item.width > 0 && item.height > 0 ? item : { width: 1280, height: 720 };

/** One picture or video of the view. It is visible if `steps` is 0. */
function Slide({
  kind,
  item,
  steps,
  seen: { scale, x, y },
}: {
  kind: 'photo' | 'video';
  item: GalleryItem;
  steps: number;
  seen: Zoom;
}) {
  const open = steps === 0;
  const { width, height } = sizeOf(item);
  const shape: CSSProperties & Record<'--width' | '--ratio', string> = {
    '--width': `${kind === 'video' ? 4096 : width}px`,
    '--ratio': `${width / height}`,
  };
  return (
    <div className={styles.slide} style={shape} inert={!open}>
      <div className={styles.picture} style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
        {kind === 'photo' ? (
          <RetryingImage
            src={item.src}
            srcSet={item.srcset ?? ''}
            // The open picture and its neighbours load at full size. The others load a small size, so that there is
            // something to show at once
            sizes={scale > 1 ? '400vw' : steps <= 1 ? '100vw' : '20rem'}
            alt={item.alt}
            width={width}
            height={height}
            placeholder={item.placeholder}
            fetchPriority={open ? 'high' : 'low'}
            decoding="async"
            draggable={false}
          />
        ) : (
          open && <RetryingVideo video={item} preload="metadata" />
        )}
      </div>
    </div>
  );
}
