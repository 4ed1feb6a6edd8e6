import { scrollStep } from './drag.ts';
import { followPointer } from './follow-pointer.ts';

interface Point {
  x: number;
  y: number;
}

/**
 * Follows the pointer that drags something, until it is lifted or Escape is pressed. Near an edge of the window the
 * page scrolls, and the element named by `sideways` scrolls along; `onMove` is called for that too. Returns a function
 * that ends it early.
 */
export function dragPointer(
  { pointerId, clientX, clientY }: { pointerId: number; clientX: number; clientY: number },
  {
    onMove,
    onEscape,
    onEnd,
    sideways,
  }: { onMove: (to: Point) => void; onEscape: () => void; onEnd: () => void; sideways?: HTMLElement | null },
): () => void {
  let point = { x: clientX, y: clientY };
  const scroll = () => {
    const top = scrollStep(point.y, window.innerHeight, clientY);
    const left = sideways ? stepAside(point, sideways) : 0;
    if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
    if (left !== 0) sideways?.scrollBy({ left, behavior: 'instant' });
    if (top !== 0 || left !== 0) onMove(point);
    frame = requestAnimationFrame(scroll);
  };
  let frame = requestAnimationFrame(scroll);
  // On the window, because the dragged element moves in the page
  return followPointer(window, pointerId, {
    onMove: (to) => {
      point = to;
      onMove(to);
    },
    onEscape,
    onEnd: () => {
      cancelAnimationFrame(frame);
      onEnd();
    },
  });
}

/** The distance from its edges at which a part begins to scroll sideways (pixels). */
const edge = 36;

function stepAside({ x, y }: Point, part: HTMLElement): number {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  if (y < top || y > bottom) return 0;
  if (x < left + edge) return -8;
  return x > right - edge ? 8 : 0;
}
