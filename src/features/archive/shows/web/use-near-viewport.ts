import { type RefObject, startTransition, useEffect, useState } from 'react';

/** The distance outside the viewport that counts as near: about a screen, so that scrolling reveals no blank areas. */
const margin = '1000px 0px';

/**
 * Returns true if an element is near the viewport. `initially` is the value on the server and in the first render. A
 * focused element stays near, so that keyboard users never lose their place.
 */
export function useIsNearViewport(element: RefObject<Element | null>, initially: boolean): boolean {
  const [near, setNear] = useState(initially);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    return watch(watched, (seen) => startTransition(() => setNear(seen || watched.contains(document.activeElement))));
  }, [element]);
  return near;
}

/** Splits a list into parts of `size`, each with its start index. */
export function splitIntoChunks<T>(items: readonly T[], size: number): { start: number; items: readonly T[] }[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) => ({
    start: part * size,
    items: items.slice(part * size, (part + 1) * size),
  }));
}

const watchers = new Map<Element, (near: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Watches an element with an observer that all parts of a long list share. Hundreds of separate observers would be
 * notified one by one.
 */
function watch(element: Element, onChange: (near: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watchers.get(target)?.(isIntersecting);
    },
    { rootMargin: margin },
  );
  const watching = observer;
  watchers.set(element, onChange);
  watching.observe(element);
  return () => {
    watching.unobserve(element);
    watchers.delete(element);
  };
}
