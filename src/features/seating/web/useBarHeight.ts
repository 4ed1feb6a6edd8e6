import { useEffect, useRef } from 'react';

/** Keeps one element above the bar that saves, which rises with its answer. */
export function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  const aboveBar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current) return undefined;
    const watching = new ResizeObserver(([one]) => {
      // No custom property: every seat would inherit that, and be styled anew
      if (aboveBar.current) aboveBar.current.style.insetBlockEnd = `${one?.contentRect.height ?? 0}px`;
    });
    watching.observe(bar.current);
    return () => watching.disconnect();
  }, []);
  return { bar, aboveBar };
}
