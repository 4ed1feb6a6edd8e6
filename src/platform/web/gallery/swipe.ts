import { type PointerEvent, useRef } from 'react';

/** The speed above which a movement is a swipe, as a share of the width per millisecond. */
const SWIPE_SPEED = 0.001;

/** The position of a finger, in pixels from the left, and the time in milliseconds. */
export interface TouchPoint {
  x: number;
  at: number;
}

/**
 * Returns the direction of a swipe across an element that is `width` pixels wide. A finger that moves left shows the
 * next picture. Returns null if the movement was too slow to be intended, or too short to measure.
 */
export function detectSwipe(from: TouchPoint, to: TouchPoint, width: number): 'next' | 'previous' | null {
  const [distance, time] = [to.x - from.x, to.at - from.at];
  if (width <= 0 || time <= 0) return null;
  if (Math.abs(distance) / width / time <= SWIPE_SPEED) return null;
  return distance < 0 ? 'next' : 'previous';
}

/**
 * Returns the handlers of an element that calls `turn` for swipes by a finger or a pen: with 1 for the next picture, -1
 * for the previous one. The element needs `touch-action: pan-y pinch-zoom`, so that the browser still scrolls.
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
