import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Preserves the focus in a list when the pressed link disappears. The focus moves to the chip that replaced the link,
 * to the heading that sorts by the same column, or otherwise to the count.
 */
export function usePreservedFocus(waiting: boolean): {
  place: RefObject<HTMLElement | null>;
  leaving: (event: MouseEvent) => void;
} {
  const place = useRef<HTMLElement>(null);
  const left = useRef<number | string | null>(null);
  const chips = () => [...(place.current?.querySelectorAll<HTMLElement>('ul[aria-label^="Filters"] a') ?? [])];
  useLayoutEffect(() => {
    if (left.current === null) return;
    if (document.activeElement === document.body) {
      const next =
        typeof left.current === 'string'
          ? place.current?.querySelector<HTMLElement>(`[data-sorts="${left.current}"] a`)
          : left.current < 0
            ? undefined
            : (chips()[left.current] ?? chips().at(-1));
      (next ?? place.current?.querySelector<HTMLElement>('[role="status"]'))?.focus();
      left.current = null;
    } else if (!waiting) left.current = null;
  });
  return {
    place,
    leaving: ({ target }) => {
      if (!(target instanceof Element)) return;
      const sorts = target.closest<HTMLElement>('[data-sorts]')?.dataset.sorts;
      left.current = sorts ?? chips().findIndex((chip) => chip.contains(target));
    },
  };
}
