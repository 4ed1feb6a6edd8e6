import { type ComponentProps, useRef, useState } from 'react';

/**
 * Reorders a list by dragging. Spread `handle(index)` over what is dragged, and beside each offer buttons that do the
 * same; `announce` is what was done, for a live region.
 */
export function useOrdering(count: number, move: (from: number, to: number) => void) {
  const dragged = useRef<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [announced, setAnnounced] = useState('');

  const put = (from: number, to: number, name: string) => {
    if (to < 0 || to >= count || from === to) return;
    move(from, to);
    setAnnounced(`${name}: now ${to + 1} of ${count}.`);
  };
  const handle = (index: number, name: string): ComponentProps<'li'> & { 'data-over'?: true } => ({
    draggable: true,
    ...(over === index ? { 'data-over': true } : {}),
    onDragStart: (event) => {
      dragged.current = index;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', name);
    },
    onDragOver: (event) => {
      if (dragged.current === null) return;
      event.preventDefault();
      setOver(index);
    },
    onDragLeave: () => setOver(null),
    onDragEnd: () => {
      dragged.current = null;
      setOver(null);
    },
    onDrop: (event) => {
      event.preventDefault();
      setOver(null);
      if (dragged.current !== null) put(dragged.current, index, name);
      dragged.current = null;
    },
  });
  return { handle, put, announced };
}
