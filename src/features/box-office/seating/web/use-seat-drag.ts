import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { dragPointer, onLongPress, preventScrollWhile } from '#platform/web/ordering/index.ts';
import type { DragItem } from './commands.ts';

/** The number of pixels a pointer moves before it drags: below that it presses. */
const slop = 5;

interface Point {
  x: number;
  y: number;
}

/** The effect of a pressed pointer: it moves the item, or draws a block's edge. */
export type DragMode = '' | 'moving' | 'drawing';

/** A pointer pressed on an item. */
export interface DragStart {
  event: PointerEvent<HTMLElement>;
  /** True if it drags without being picked up first. A finger's swipe scrolls, except on items meant for dragging. */
  isAtOnce: boolean;
  /** Called when a finger has held it and is lifted in the same place. */
  onStill: () => void;
}

/**
 * Tracks the item being moved, and the seat it is over. It is picked up by a key or a button and dropped by the next
 * press, or dragged by a mouse, a pen or a finger.
 */
export function useSeatDrag({
  scroller,
  onPutDown,
  onAim,
  seatAt,
  isOpenAt,
}: {
  /** The plan, which a finger scrolls unless it has picked up an item. */
  scroller: RefObject<HTMLElement | null>;
  onPutDown: (held: DragItem, seat: string) => void;
  /** Reports the present target; undefined while nothing is held, or it is over no seat. */
  onAim: (held: DragItem | null, seat: string | undefined) => void;
  /** The seat at a point of the window. */
  seatAt: (point: Point) => string | undefined;
  /** Returns true if nothing covers the plan there. */
  isOpenAt: (point: Point) => boolean;
}) {
  const [held, setHeld] = useState<DragItem | null>(null);
  const [dragging, setDragging] = useState<DragMode>('');
  /** The image that follows the pointer. */
  const shadow = useRef<HTMLDivElement>(null);
  const latest = useRef({ onPutDown, onAim, seatAt });
  useEffect(() => {
    latest.current = { onPutDown, onAim, seatAt };
  });
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  /** A drag ends with a click, which is ignored; one that begins with a press of its own isn't. */
  const endedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const begin = () => {
      endedAt.current = Number.NEGATIVE_INFINITY;
    };
    addEventListener('pointerdown', begin, { capture: true, passive: true });
    return () => removeEventListener('pointerdown', begin, { capture: true });
  }, []);
  /** Neither a finger nor a pen scrolls while it drags. */
  const isFollowed = useRef(false);
  useEffect(
    () => (scroller.current ? preventScrollWhile(scroller.current, () => isFollowed.current) : undefined),
    [scroller],
  );

  const release = () => {
    setHeld(null);
    onAim(null, undefined);
  };
  const follow = (
    { event, isAtOnce, onStill }: DragStart,
    {
      does = 'drawing',
      onHeld,
      onMove,
      onEnd,
    }: {
      does?: DragMode;
      /** A finger has lain on it long enough. */
      onHeld: () => void;
      onMove: (seat: string | undefined) => void;
      onEnd: (done: boolean, at: Point) => void;
    },
  ) => {
    // A second finger drags nothing
    if (event.button !== 0 || !event.isPrimary) return;
    stop.current();
    const from = { x: event.clientX, y: event.clientY };
    const move = (to: Point) => {
      if (!shadow.current) return;
      shadow.current.dataset.by = event.pointerType;
      shadow.current.style.translate = `${to.x}px ${to.y}px`;
    };
    const begin = (isHeld: boolean) => {
      let at = from;
      let isDragged = false;
      let isGivenUp = false;
      isFollowed.current = true;
      stop.current = dragPointer(event, {
        sideways: scroller.current,
        onMove: (to) => {
          if (!isDragged && Math.hypot(to.x - from.x, to.y - from.y) < slop) return;
          if (!isDragged && !isHeld) setDragging(does);
          isDragged = true;
          at = to;
          // Measured before anything is moved, to avoid another layout
          const seat = latest.current.seatAt(to);
          move(to);
          onMove(seat);
        },
        onEscape: () => {
          isGivenUp = true;
        },
        onEnd: () => {
          isFollowed.current = false;
          if (!isDragged && !isHeld) return;
          endedAt.current = performance.now();
          setDragging('');
          onEnd(isDragged && !isGivenUp, at);
          if (!isDragged && !isGivenUp) onStill();
        },
      });
    };
    if (event.pointerType !== 'touch' || isAtOnce) {
      begin(false);
      return;
    }
    stop.current = onLongPress(window, event, () => {
      // Browsers refuse it, with a warning, before the first tap
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
      setDragging(does);
      move(from);
      onHeld();
      begin(true);
    });
  };
  const drag = (grip: DragStart, what: DragItem) => {
    let isHeld = false;
    let at: string | undefined;
    const over = (seat: string | undefined) => {
      if (!isHeld) setHeld(what);
      // No component rerenders as the pointer moves
      if (!isHeld || seat !== at) latest.current.onAim(what, seat);
      isHeld = true;
      at = seat;
    };
    follow(grip, {
      does: 'moving',
      onHeld: () => over(what.kind === 'order' ? undefined : what.from),
      onMove: over,
      onEnd: (done, where) => {
        const isMeant = done && isOpenAt(where);
        release();
        if (isMeant && at !== undefined) latest.current.onPutDown(what, at);
      },
    });
  };
  return {
    held,
    dragging,
    shadow,
    hold: (what: DragItem | null) => {
      setHeld(what);
      onAim(what, undefined);
    },
    hover: (seat: string | undefined) => onAim(held, seat),
    release,
    drag,
    follow,
    /**
     * Returns true if a click is only the end of a drag, by the click's own time: a busy page may handle it much later.
     */
    isEndOfDrag: (clickedAt: number) => clickedAt - endedAt.current < 50,
  };
}
