/** The position of an item on the screen. */
export interface DragBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A position in the window, in pixels. */
interface DragPoint {
  x: number;
  y: number;
}

/**
 * Returns the index to which an item dragged from `from` moves when the pointer is at `point`. The item moves past
 * every item whose middle the pointer has passed. Items are arranged below each other, or side by side in lines.
 */
export function findDropIndex(boxes: readonly DragBox[], point: DragPoint, from: number): number {
  const inLines = boxes.some((box, at) => box.top < (boxes[at - 1]?.bottom ?? box.top));
  const isPast = ({ left, right, top, bottom }: DragBox) => {
    if (!inLines) return point.y > (top + bottom) / 2;
    return point.y >= bottom || (point.y >= top && point.x > (left + right) / 2);
  };
  const before = boxes.findIndex((box, at) => at < from && !isPast(box));
  if (before >= 0) return before;
  const after = boxes.findLastIndex((box, at) => at > from && isPast(box));
  return after >= 0 ? after : from;
}

/**
 * The page begins to scroll at this distance from an edge of the window (pixels). It is larger than the header and the
 * save bar.
 */
const edge = 110;
/** The maximum number of pixels that the page scrolls per frame. */
const maxScrollStep = 18;

/**
 * Returns the number of pixels per frame by which the page scrolls (negative upwards) while an item is dragged at `y`
 * in a window of that height. An item that was picked up near an edge, at `from`, and is dragged away from that edge
 * doesn't scroll the page.
 */
export function getScrollStep(y: number, height: number, from: number): number {
  const into = y < edge ? y - edge : Math.max(0, y - (height - edge));
  if (into * (y - from) <= 0) return 0;
  return Math.round(Math.max(-1, Math.min(1, into / edge)) * maxScrollStep);
}

interface DragHandlers {
  onMove: (to: DragPoint) => void;
  /** Called before `onEnd`, for Escape or if the browser takes over the pointer. */
  onEscape: () => void;
  onEnd: () => void;
}

/**
 * Follows one pointer, ignoring all others, until it is lifted, Escape is pressed or the browser takes it over. Returns
 * a function that stops following early.
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
    const left = sideways ? getSideScrollStep(point, sideways) : 0;
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
const sideEdge = 36;

function getSideScrollStep({ x, y }: DragPoint, part: HTMLElement): number {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  if (y < top || y > bottom) return 0;
  if (x < left + sideEdge) return -8;
  return x > right - sideEdge ? 8 : 0;
}

/**
 * The time in milliseconds that a finger has to stay still before it picks up an item. It is shorter than the system's
 * own long press.
 */
const holdTimeMs = 280;
/** The distance in pixels that the finger may move during `holdTimeMs`; a swipe moves further. */
const maxTremor = 8;

/**
 * Calls `onHeld` after a long press. The press is cancelled if the finger moves or is lifted first, or if a second
 * finger touches. Returns a cancel function.
 */
export function onLongPress(
  target: EventTarget,
  { pointerId, clientX, clientY }: { pointerId: number; clientX: number; clientY: number },
  onHeld: () => void,
): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(() => {
    waiting.abort();
    onHeld();
  }, holdTimeMs);
  const giveUp = () => {
    clearTimeout(timer);
    waiting.abort();
  };
  const hear = (type: string, isEnd: (event: PointerEvent) => boolean) =>
    target.addEventListener(type, (event) => isEnd(event as PointerEvent) && giveUp(), { signal });
  const isOurs = (event: PointerEvent) => event.pointerId === pointerId;
  hear(
    'pointermove',
    (event) => isOurs(event) && Math.hypot(event.clientX - clientX, event.clientY - clientY) > maxTremor,
  );
  hear('pointerup', isOurs);
  hear('pointercancel', isOurs);
  hear('pointerdown', (event) => !isOurs(event));
  return giveUp;
}

/**
 * Prevents scrolling and the context menu while an item is held, until the returned function is called. Listens before
 * any touch begins, because a browser decides at that moment whether the touch may scroll.
 */
export function preventScrollAndMenuWhileHeld(part: EventTarget, isHeld: () => boolean): () => void {
  const keep = (event: Event) => {
    if (isHeld() && event.cancelable) event.preventDefault();
  };
  part.addEventListener('touchmove', keep, { passive: false });
  part.addEventListener('contextmenu', keep);
  return () => {
    part.removeEventListener('touchmove', keep);
    part.removeEventListener('contextmenu', keep);
  };
}
