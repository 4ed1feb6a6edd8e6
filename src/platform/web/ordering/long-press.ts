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
 * Prevents scrolling and the context menu while an item is held. Listens before any touch begins, because a browser
 * decides at that moment whether the touch may scroll.
 */
export function preventScrollAndMenuWhile(part: EventTarget, isHeld: () => boolean): () => void {
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
