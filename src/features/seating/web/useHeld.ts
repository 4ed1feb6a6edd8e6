import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { dragPointer } from '#platform/web/ordering/index.ts';
import type { Held } from './commands.ts';

/** So many pixels a pointer goes before it drags: below that it presses. */
const slop = 5;

interface Point {
  x: number;
  y: number;
}

/** What a pointer that is pressed does: it moves what is held, or draws a block's edge. */
export type Dragging = '' | 'moving' | 'drawing';

/**
 * What somebody holds, and the seat it is over. It is picked up by a key or a button and put down by the next press, or
 * dragged by a mouse, a pen or a finger.
 */
export function useHeld({
  onPutDown,
  onAim,
  seatAt,
  isOpenAt,
}: {
  onPutDown: (held: Held, seat: string) => void;
  /** Where it would go now; undefined once it is in no hand, or over no seat. */
  onAim: (held: Held | null, seat: string | undefined) => void;
  /** The seat at a point of the window. */
  seatAt: (point: Point) => string | undefined;
  /** Whether nothing covers the plan there. */
  isOpenAt: (point: Point) => boolean;
}) {
  const [held, setHeld] = useState<Held | null>(null);
  const [dragging, setDragging] = useState<Dragging>('');
  /** What follows the pointer. */
  const shadow = useRef<HTMLDivElement>(null);
  const latest = useRef({ onPutDown, onAim, seatAt });
  useEffect(() => {
    latest.current = { onPutDown, onAim, seatAt };
  });
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  /** A drag ends with a click, which means nothing more. */
  const endedAt = useRef(0);

  const letGo = () => {
    setHeld(null);
    onAim(null, undefined);
  };
  const follow = (
    event: PointerEvent<HTMLElement>,
    {
      does = 'drawing',
      onMove,
      onEnd,
      sideways,
    }: {
      does?: Dragging;
      onMove: (seat: string | undefined) => void;
      onEnd: (done: boolean, at: Point) => void;
      sideways: HTMLElement | null;
    },
  ) => {
    if (event.button !== 0) return;
    stop.current();
    const from = { x: event.clientX, y: event.clientY };
    let at = from;
    let isDragged = false;
    let isGivenUp = false;
    const ended = dragPointer(event, {
      sideways,
      onMove: (to) => {
        if (!isDragged && Math.hypot(to.x - from.x, to.y - from.y) < slop) return;
        if (!isDragged) setDragging(does);
        isDragged = true;
        at = to;
        // Measured before anything is moved, so that nothing has to be laid out again for that
        const seat = latest.current.seatAt(to);
        if (shadow.current) shadow.current.style.translate = `${to.x}px ${to.y}px`;
        onMove(seat);
      },
      onEscape: () => {
        isGivenUp = true;
      },
      onEnd: () => {
        if (!isDragged) return;
        endedAt.current = performance.now();
        setDragging('');
        onEnd(!isGivenUp, at);
      },
    });
    stop.current = ended;
  };
  const drag = (event: PointerEvent<HTMLElement>, what: Held, sideways: HTMLElement | null) => {
    let isHeld = false;
    let at: string | undefined;
    follow(event, {
      does: 'moving',
      sideways,
      onMove: (seat) => {
        if (!isHeld) setHeld(what);
        // Nothing is drawn again for what changes with the pointer
        if (!isHeld || seat !== at) latest.current.onAim(what, seat);
        isHeld = true;
        at = seat;
      },
      onEnd: (done, where) => {
        const isMeant = done && isOpenAt(where);
        letGo();
        if (isMeant && at !== undefined) latest.current.onPutDown(what, at);
      },
    });
  };
  return {
    held,
    dragging,
    shadow,
    hold: (what: Held | null) => {
      setHeld(what);
      onAim(what, undefined);
    },
    hover: (seat: string | undefined) => onAim(held, seat),
    letGo,
    drag,
    follow,
    /** Whether a click is only the end of a drag. */
    isEndOfDrag: () => performance.now() - endedAt.current < 50,
  };
}
