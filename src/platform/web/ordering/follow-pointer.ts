interface Drag {
  onMove: (to: { x: number; y: number }) => void;
  /** Escape, or the browser takes the pointer for itself. It is called before `onEnd`. */
  onEscape: () => void;
  onEnd: () => void;
}

/**
 * Follows one pointer, ignoring all others, until it is lifted or Escape is pressed. Returns a function that ends it
 * early.
 */
export function followPointer(target: EventTarget, pointerId: number, { onMove, onEscape, onEnd }: Drag): () => void {
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
  // The dragged item was not dropped
  hear('pointercancel', giveUp);
  const putBack = (event: Event) => {
    if (!('key' in event) || event.key !== 'Escape') return;
    // The window that the list is in stays open
    event.preventDefault();
    event.stopPropagation();
    giveUp();
  };
  target.addEventListener('keydown', putBack, { capture: true, signal });
  return end;
}
