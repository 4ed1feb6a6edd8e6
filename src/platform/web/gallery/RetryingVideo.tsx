import { VideoOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Film } from './picture.ts';
import { refreshed } from './retrying.ts';
import { Unavailable } from './Unavailable.tsx';
import { useRetry } from './useRetry.ts';

/** A film under the browser's own controls. Nothing of it loads before it is started; a failed load is tried once more. */
export function RetryingVideo({ film, className }: { film: Film; className?: string | undefined }) {
  const { attempt, fail } = useRetry(film.src);
  const video = useRef<HTMLVideoElement>(null);
  // It failed because somebody pressed play: that still stands
  useEffect(() => {
    if (attempt === 'again') video.current?.play().catch(() => {});
  }, [attempt]);

  const { width, height } = film.width > 0 && film.height > 0 ? film : { width: 16, height: 9 };
  if (attempt === 'given up') {
    return (
      <Unavailable
        sign={VideoOff}
        says="This film can’t be shown just now."
        alt={film.alt}
        width={width}
        height={height}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: a society's films come without a caption file; their words stand beside them
    <video
      ref={video}
      className={className}
      // Before the address, which a browser may act on as soon as it is there
      preload="none"
      src={attempt === 'again' ? refreshed(film.src) : film.src}
      poster={film.poster}
      controls
      playsInline
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-label={film.alt}
      onError={fail}
    />
  );
}
