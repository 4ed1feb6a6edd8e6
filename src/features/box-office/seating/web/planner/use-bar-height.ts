import { useEffect, useRef } from 'react';

/** Keeps elements at the bottom of the window above the save bar, whose height changes with its message. */
export function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      // The height isn't set as a custom property, because every seat would inherit it and be restyled
      for (const { current } of [sheet, foot]) {
        if (current) current.style.insetBlockEnd = `${entry?.contentRect.height ?? 0}px`;
      }
    });
    observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  return { bar, sheet, foot };
}
