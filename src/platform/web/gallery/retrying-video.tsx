import { useEffect, useRef } from 'react';
import { addRefreshParam, useRetry } from '../retry/retry.ts';
import { type GalleryItem, UnavailableMedia } from './retrying-image.tsx';

/**
 * A video with the browser's own controls. A failed load is retried once. Until the video is started, nothing is
 * loaded, or with `preload` "metadata" only its length and its first frame.
 */
export function RetryingVideo({
  video,
  picture,
  preload = 'none',
}: {
  video: GalleryItem;
  picture?: string | undefined;
  preload?: 'none' | 'metadata';
}) {
  const { attempt, fail } = useRetry(video.src);
  const element = useRef<HTMLVideoElement>(null);
  // If loading failed after the user pressed play, playing starts after the retry
  const wanted = useRef(false);
  useEffect(() => {
    if (attempt === 'again' && wanted.current) element.current?.play().catch(() => {});
  }, [attempt]);

  const { width, height } = video.width > 0 && video.height > 0 ? video : { width: 16, height: 9 };
  if (attempt === 'given up') {
    return (
      <UnavailableMedia
        sign="video-off"
        says="This video can’t be played at the moment."
        alt={video.alt}
        width={width}
        height={height}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: a society's videos come without a caption file; the page describes them in words
    <video
      ref={element}
      // Must be set before `src`, because a browser may start loading as soon as `src` is set
      preload={preload}
      src={attempt === 'again' ? addRefreshParam(video.src) : video.src}
      controls
      playsInline
      poster={picture}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-label={video.alt}
      onPlay={() => {
        wanted.current = true;
      }}
      onError={fail}
    />
  );
}
