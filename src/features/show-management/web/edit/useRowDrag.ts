import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** Rows that are moved by their handle, with a mouse, a pen or a finger. `onMove` is called for each place passed. */
export function useRowDrag(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState(-1);
  // A drag lasts over many renders of the list: each move uses the list as it is by then
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });

  /** The row whose middle the pointer has passed. */
  const placeAt = (y: number, from: number) => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const above = rows.findIndex(({ top, height }, at) => at < from && y < top + height / 2);
    if (above >= 0) return above;
    const below = rows.findLastIndex(({ top, height }, at) => at > from && y > top + height / 2);
    return below >= 0 ? below : from;
  };

  const grab = (at: number, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    let from = at;
    setDragged(from);
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const to = placeAt(clientY, from);
      if (to === from) return;
      latest.current(from, to);
      from = to;
      setDragged(to);
    };
    const end = () => {
      setDragged(-1);
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
    // On the window, since the handle itself moves on the way
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };

  return { list, dragged, grab };
}
