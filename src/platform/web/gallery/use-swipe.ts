import { type PointerEvent, useRef } from 'react';
import { detectSwipe, type TouchPoint } from './swipe.ts';

/**
 * Turns by a finger or a pen; its element needs `touch-action: pan-y pinch-zoom`, so that the browser still scrolls.
 */
export function useSwipe(turn: (by: 1 | -1) => void) {
  const from = useRef<(TouchPoint & { pointer: number }) | null>(null);
  return {
    onPointerDown: ({ pointerType, pointerId, isPrimary, clientX, timeStamp }: PointerEvent) => {
      const one = pointerType !== 'mouse' && isPrimary;
      from.current = one ? { x: clientX, at: timeStamp, pointer: pointerId } : null;
    },
    onPointerUp: ({ pointerId, clientX, timeStamp, currentTarget }: PointerEvent) => {
      const start = from.current;
      from.current = null;
      if (start === null || start.pointer !== pointerId) return;
      const to = detectSwipe(start, { x: clientX, at: timeStamp }, currentTarget.clientWidth);
      if (to !== null) turn(to === 'next' ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
