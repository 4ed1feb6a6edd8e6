import { useEffect, useState } from 'react';

/** Returns true once an element has come within one window height of the visible area. */
export function useIsNearViewport(place: { current: Element | null }): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const watch = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        setNear(true);
        watch.disconnect();
      },
      { rootMargin: '100%' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return near;
}
