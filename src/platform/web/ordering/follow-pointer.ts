import { type DragPoint, getScrollStep } from './drag.ts';

interface DragHandlers {
  onMove: (to: DragPoint) => void;
  /** Called before `onEnd`, for Escape or if the browser takes over the pointer. */
  onEscape: () => void;
  onEnd: () => void;
}

/**
 * Follows one pointer, ignoring all others, until it is lifted or Escape is pressed. Returns a function that stops
 * following early.
 */
export function followPointer(
  target: EventTarget,
  pointerId: number,
  { onMove, onEscape, onEnd }: DragHandlers,
): () => void {
  const following = new AbortController();
  const { signal } = following;
  const end = () => {
    if (signal.aborted) return;
    following.abort();
    onEnd();
  };
  const hear = (type: string, take: (event: PointerEvent) => void) => {
    const takeIfOurs = (event: Event) => {
      if ('pointerId' in event && event.pointerId === pointerId) take(event as PointerEvent);
    };
    target.addEventListener(type, takeIfOurs, { signal });
  };
  hear('pointermove', ({ clientX, clientY }) => onMove({ x: clientX, y: clientY }));
  hear('pointerup', end);
  const giveUp = () => {
    onEscape();
    end();
  };
  // The item wasn't dropped, because the browser cancelled the drag
  hear('pointercancel', giveUp);
  const putBack = (event: Event) => {
    if (!('key' in event) || event.key !== 'Escape') return;
    // Escape must not close the dialog around the list
    event.preventDefault();
    event.stopPropagation();
    giveUp();
  };
  target.addEventListener('keydown', putBack, { capture: true, signal });
  // WebKit would select all text that the pointer passes over, even if the item itself can't be selected
  target.addEventListener('selectstart', (event) => event.preventDefault(), { signal });
  return end;
}

/**
 * Follows a pointer that drags something, until the pointer is lifted or Escape is pressed. Near an edge of the window
 * the page scrolls, and the element in `sideways` scrolls sideways; `onMove` is called then too. Returns a function
 * that stops following early.
 */
export function followDrag(
  { pointerId, clientX, clientY }: { pointerId: number; clientX: number; clientY: number },
  { onMove, onEscape, onEnd, sideways }: DragHandlers & { sideways?: HTMLElement | null },
): () => void {
  let point = { x: clientX, y: clientY };
  const scroll = () => {
    const top = getScrollStep(point.y, window.innerHeight, clientY);
    const left = sideways ? stepAside(point, sideways) : 0;
    if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
    if (left !== 0) sideways?.scrollBy({ left, behavior: 'instant' });
    if (top !== 0 || left !== 0) onMove(point);
    frame = requestAnimationFrame(scroll);
  };
  let frame = requestAnimationFrame(scroll);
  // The listeners are on the window, because the dragged element moves within the page
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

/** The distance from an element's edges at which it begins to scroll sideways (pixels). */
const edge = 36;

function stepAside({ x, y }: DragPoint, part: HTMLElement): number {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  if (y < top || y > bottom) return 0;
  if (x < left + edge) return -8;
  return x > right - edge ? 8 : 0;
}
