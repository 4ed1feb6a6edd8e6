import { useEffect, useState } from 'react';
import { useSnapshot } from '#platform/web/navigation/index.ts';
import { roomFor } from './room.ts';

/**
 * How many things of a long list are drawn. Whoever comes from another page first sees what a window has room for, and the
 * rest follows bit by bit; a page that came as a document is whole.
 * @param each how many pixels one of them takes at least
 * @param below how many pixels stand above the first
 * @param more how many follow at a time
 */
export function useGrowing(all: number, { more, ...sizes }: { each: number; below: number; more: number }): number {
  const isDocument = useSnapshot().arrival.by === 'first-view';
  const [shown, setShown] = useState(() => (isDocument ? Number.POSITIVE_INFINITY : roomFor(innerHeight, sizes)));
  useEffect(() => {
    if (shown >= all) return undefined;
    const timer = setTimeout(() => setShown(shown + more));
    return () => clearTimeout(timer);
  }, [shown, all, more]);
  return Math.min(shown, all);
}
