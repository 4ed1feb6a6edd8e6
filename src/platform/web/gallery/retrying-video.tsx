import { useEffect, useRef } from 'react';
import { addRefreshParam, useRetry } from '../retry/retry.ts';
import type { Picture } from './picture.ts';
import { UnavailableMedia } from './retrying-image.tsx';

/**
 * A video with the browser's own controls. A failed load is retried once. Until the video is started, nothing is
 * loaded, or with `preload` "metadata" only its length and its first frame.
 */
export function RetryingVideo({
  film,
  picture,
  preload = 'none',
}: {
  film: Picture;
  picture?: string | undefined;
  preload?: 'none' | 'metadata';
}) {
  const { attempt, fail } = useRetry(film.src);
  const video = useRef<HTMLVideoElement>(null);
  // If loading failed after the user pressed play, playing starts after the retry
  const wanted = useRef(false);
  useEffect(() => {
    if (attempt === 'again' && wanted.current) video.current?.play().catch(() => {});
  }, [attempt]);

  const { width, height } = film.width > 0 && film.height > 0 ? film : { width: 16, height: 9 };
  if (attempt === 'given up') {
    return (
      <UnavailableMedia
        sign="video-off"
        says="This video can’t be played at the moment."
        alt={film.alt}
        width={width}
        height={height}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: a society's videos come without a caption file; the page describes them in words
    <video
      ref={video}
      // Must be set before `src`, because a browser may start loading as soon as `src` is set
      preload={preload}
      src={attempt === 'again' ? addRefreshParam(film.src) : film.src}
      controls
      playsInline
      poster={picture}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-label={film.alt}
      onPlay={() => {
        wanted.current = true;
      }}
      onError={fail}
    />
  );
}
