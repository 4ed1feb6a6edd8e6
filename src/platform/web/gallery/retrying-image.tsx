import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react';
import { addRefreshParam, addRefreshParamToSrcset, useRetry } from '../retry/retry.ts';
import { Icon, type IconName } from '../ui/icons/icon.tsx';
import styles from './retrying-image.module.css';

/**
 * A picture or a video of a gallery. Its width and height are those of its largest file. They are known before anything
 * loads, or are 0.
 */
export interface GalleryItem {
  id: string;
  src: string;
  width: number;
  height: number;
  /** A description, for people who can't see the picture or video. */
  alt: string;
  caption?: string;
  /** The author, such as the photographer. */
  credit?: string;
  /** The people in the picture or video. */
  people?: readonly { id: string; name: string; href: string }[];
  /** The available sizes, as an `<img srcset>`; "" if there is only one, and for a video. */
  srcset?: string;
  /** A tiny version of the picture as a data: URL, shown until the real one has loaded. */
  placeholder?: string;
}

/**
 * Returns the `<img srcset>` of a picture known only by its URL; "" for a URL outside `/media/` or with a query.
 * `/media/` responds to `?w=` with the smallest size of at least that width.
 */
export const buildOwnPictureSrcset = (src: string): string =>
  src.startsWith('/media/') && !src.includes('?') ? `${src}?w=800 800w, ${src}?w=1600 1600w` : '';

/** Returns the style of a container that shows the tiny picture behind the real one. */
export const getPlaceholderStyle = ({ placeholder }: Pick<GalleryItem, 'placeholder'>) =>
  placeholder ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' } : undefined;

/**
 * An image that is fetched again if it fails to load. If that fails too, its description replaces it. An image without
 * a description is decoration, and is removed.
 */
export function RetryingImage({
  src,
  srcSet = '',
  alt,
  placeholder,
  width,
  height,
  style,
  ...rest
}: Omit<ComponentProps<'img'>, 'src' | 'onError' | 'ref' | 'width' | 'height'> & {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  placeholder?: string | undefined;
}) {
  const { attempt, fail } = useRetry(src);
  const image = useRef<HTMLImageElement>(null);

  // Before hydration, React doesn't receive an event for a failure
  const onWaking = useEffectEvent(() => {
    const { complete, naturalWidth } = image.current ?? { complete: false, naturalWidth: 0 };
    if (complete && naturalWidth === 0) fail();
  });
  useEffect(() => onWaking(), []);

  if (attempt === 'given up') {
    if (alt === '') return null;
    return (
      <UnavailableMedia
        sign="image-off"
        says="This picture can’t be shown at the moment."
        alt={alt}
        width={width}
        height={height}
      />
    );
  }
  const again = attempt === 'again';
  return (
    <img
      {...rest}
      ref={image}
      src={again ? addRefreshParam(src) : src}
      srcSet={srcSet === '' ? undefined : again ? addRefreshParamToSrcset(srcSet) : srcSet}
      alt={alt}
      width={width}
      height={height}
      style={{ ...getPlaceholderStyle({ placeholder: placeholder ?? '' }), ...style }}
      onError={fail}
    />
  );
}

/** Takes the place of something that failed to load, with a message and a description. */
export function UnavailableMedia({
  sign,
  says,
  alt,
  width,
  height,
}: {
  sign: IconName;
  says: string;
  alt: string;
  width?: number | undefined;
  height?: number | undefined;
}) {
  const shape = width && height ? { aspectRatio: `${width} / ${height}` } : undefined;
  return (
    <span className={styles.unavailable} style={shape}>
      <Icon of={sign} />
      <span>{says}</span>
      {alt !== '' && <span className={styles.alt}>{alt}</span>}
    </span>
  );
}
