import { useEffect, useRef } from 'react';

/** Keeps other parts that are fixed to the bottom above the save bar, which grows with its message. */
export function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current) return undefined;
    const watching = new ResizeObserver(([one]) => {
      // No custom property: every seat would inherit it, and be restyled
      for (const { current } of [sheet, foot]) {
        if (current) current.style.insetBlockEnd = `${one?.contentRect.height ?? 0}px`;
      }
    });
    watching.observe(bar.current);
    return () => watching.disconnect();
  }, []);
  return { bar, sheet, foot };
}
