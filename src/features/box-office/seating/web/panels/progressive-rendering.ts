import { useEffect, useState } from 'react';
import { useNavigationSnapshot } from '#platform/web/navigation/index.ts';
import { countFittingItems } from './viewport.ts';

/**
 * Returns the number of items of a long list to render now. After navigation within the site, the first render fills
 * the window, and the other items follow in steps. If the page was loaded as a document, all items are rendered at
 * once.
 *
 * @param each the minimum height of an item in pixels
 * @param below the height in pixels above the first item
 * @param more the number of items added in each step
 * @param later true if the first items also wait until the rest of the page is painted
 */
export function useProgressiveRenderCount(
  all: number,
  { more, later = false, ...sizes }: { each: number; below: number; more: number; later?: boolean },
): number {
  const isDocument = useNavigationSnapshot().arrival.by === 'first-view';
  const [shown, setShown] = useState(() =>
    isDocument ? Number.POSITIVE_INFINITY : later ? 0 : countFittingItems(innerHeight, sizes),
  );
  useEffect(() => {
    if (shown >= all) return undefined;
    // A timer set in an animation frame fires after that frame is painted
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
