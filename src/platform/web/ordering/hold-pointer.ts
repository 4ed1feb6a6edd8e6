/** So long a finger lies still until it holds what it lies on: a system's own long press comes later. */
const holdTime = 280;
/** So many pixels it may tremble meanwhile; a swipe goes further. */
const tremor = 8;

/**
 * Waits until a finger has lain still for a moment: then it holds what it lies on, and `onHeld` is called. One that goes on
 * before scrolls, one that is lifted presses, and two zoom. Returns what ends the waiting.
 */
export function holdPointer(
  target: EventTarget,
  { pointerId, clientX, clientY }: { pointerId: number; clientX: number; clientY: number },
  onHeld: () => void,
): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(() => {
    waiting.abort();
    onHeld();
  }, holdTime);
  const giveUp = () => {
    clearTimeout(timer);
    waiting.abort();
  };
  const hear = (type: string, isEnd: (event: PointerEvent) => boolean) =>
    target.addEventListener(type, (event) => isEnd(event as PointerEvent) && giveUp(), { signal });
  const isOurs = (event: PointerEvent) => event.pointerId === pointerId;
  hear(
    'pointermove',
    (event) => isOurs(event) && Math.hypot(event.clientX - clientX, event.clientY - clientY) > tremor,
  );
  hear('pointerup', isOurs);
  hear('pointercancel', isOurs);
  hear('pointerdown', (event) => !isOurs(event));
  return giveUp;
}

/**
 * Has a part of the page not scroll, nor open its menu, while a finger holds something in it. It listens before there is a
 * finger: whether a touch may scroll is settled when it begins, and afterwards only its first move can be kept from it.
 */
export function stayWhile(part: EventTarget, isHeld: () => boolean): () => void {
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
