import { useEffect, useState } from 'react';
import { useSnapshot } from '#platform/web/navigation/index.ts';
import { countFitting } from './viewport.ts';

/**
 * Returns the number of items of a long list to render. After navigation within the site the first render fills the
 * window and the rest follows bit by bit; a page that came as a document is whole.
 * @param each the minimum height of an item in pixels
 * @param below the height in pixels above the first item
 * @param more the number of items added at a time
 * @param later true if even the first items wait until the rest of the page is painted
 */
export function useProgressiveCount(
  all: number,
  { more, later = false, ...sizes }: { each: number; below: number; more: number; later?: boolean },
): number {
  const isDocument = useSnapshot().arrival.by === 'first-view';
  const [shown, setShown] = useState(() =>
    isDocument ? Number.POSITIVE_INFINITY : later ? 0 : countFitting(innerHeight, sizes),
  );
  useEffect(() => {
    if (shown >= all) return undefined;
    // Only after the present content has been painted
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(shown + more));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [shown, all, more]);
  return Math.min(shown, all);
}
