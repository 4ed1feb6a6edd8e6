import { useEffect, useState } from 'react';

/** True from when an element is less than a screen away, or than `margin`; '0px' is from when it is seen. */
export function useComingNear(place: { current: Element | null }, margin = '100%'): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const watch = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        setNear(true);
        watch.disconnect();
      },
      { rootMargin: margin },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place, margin]);
  return near;
}
