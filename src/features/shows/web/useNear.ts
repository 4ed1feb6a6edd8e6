import { type RefObject, useEffect, useState } from 'react';

/** How far outside the window something counts as near: about two screens, so that scrolling meets no blanks. */
const margin = '1400px 0px';

/**
 * Whether an element is near the window. `initially` is what the server and the first render take it for. What holds the
 * focus stays near, so that a keyboard never loses its place.
 */
export function useNear(element: RefObject<Element | null>, initially: boolean): boolean {
  const [near, setNear] = useState(initially);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1)?.isIntersecting === true;
        setNear(seen || watched.contains(document.activeElement));
      },
      { rootMargin: margin },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return near;
}

/** A list cut into parts of `size`, each with where it starts. */
export function inParts<T>(items: readonly T[], size: number): { start: number; items: readonly T[] }[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) => ({
    start: part * size,
    items: items.slice(part * size, (part + 1) * size),
  }));
}
