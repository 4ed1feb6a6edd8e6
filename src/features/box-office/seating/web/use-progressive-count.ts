import { useEffect, useState } from 'react';
import { useSnapshot } from '#platform/web/navigation/index.ts';
import { countFitting } from './viewport.ts';

/**
 * How many things of a long list are drawn. Whoever comes from another page first sees what a window has room for, and the
 * rest follows bit by bit; a page that came as a document is whole.
 * @param each how many pixels one of them takes at least
 * @param below how many pixels stand above the first
 * @param more how many follow at a time
 * @param later whether even the first wait until the rest of the page is painted
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
    // Not before what is there has been painted
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
