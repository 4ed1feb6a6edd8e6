import { useEffect, useRef } from 'react';

/** Says as `--bar` on one element how high another is: what lies above the bar that saves rises with its answer. */
export function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  const aboveBar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current) return undefined;
    const watching = new ResizeObserver(([one]) => {
      aboveBar.current?.style.setProperty('--bar', `${one?.contentRect.height ?? 0}px`);
    });
    watching.observe(bar.current);
    return () => watching.disconnect();
  }, []);
  return { bar, aboveBar };
}
