import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { dragPointer } from '#platform/web/ordering/index.ts';
import type { Held } from './commands.ts';

/** So many pixels a pointer goes before it drags: below that it presses. */
const slop = 5;

/** The seat at a point of the window. */
const seatAt = ({ x, y }: { x: number; y: number }): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-seat]')?.dataset.seat;

/**
 * What somebody holds, and the seat it is over. It is picked up by a key or a button and put down by the next press, or
 * dragged by a mouse, a pen or a finger.
 */
export function useHeld({
  onPutDown,
  onAim,
}: {
  onPutDown: (held: Held, seat: string) => void;
  /** Where it would go now; undefined once it is in no hand, or over no seat. */
  onAim: (held: Held | null, seat: string | undefined) => void;
}) {
  const [held, setHeld] = useState<Held | null>(null);
  const [dragging, setDragging] = useState(false);
  /** What follows the pointer. */
  const shadow = useRef<HTMLDivElement>(null);
  const latest = useRef({ onPutDown, onAim });
  useEffect(() => {
    latest.current = { onPutDown, onAim };
  });
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  /** A drag ends with a click, which means nothing more. */
  const endedAt = useRef(0);

  const letGo = () => {
    setHeld(null);
    onAim(null, undefined);
    setDragging(false);
  };
  const follow = (
    event: PointerEvent<HTMLElement>,
    {
      onMove,
      onEnd,
      sideways,
    }: { onMove: (seat: string | undefined) => void; onEnd: (done: boolean) => void; sideways: HTMLElement | null },
  ) => {
    if (event.button !== 0) return;
    stop.current();
    const from = { x: event.clientX, y: event.clientY };
    let isDragged = false;
    let isGivenUp = false;
    const ended = dragPointer(event, {
      sideways,
      onMove: (to) => {
        if (!isDragged && Math.hypot(to.x - from.x, to.y - from.y) < slop) return;
        isDragged = true;
        // Asked before anything is moved, so that nothing has to be laid out again for the answer
        const seat = seatAt(to);
        if (shadow.current) shadow.current.style.translate = `${to.x}px ${to.y}px`;
        onMove(seat);
      },
      onEscape: () => {
        isGivenUp = true;
      },
      onEnd: () => {
        if (!isDragged) return;
        endedAt.current = performance.now();
        onEnd(!isGivenUp);
      },
    });
    stop.current = ended;
  };
  const drag = (event: PointerEvent<HTMLElement>, what: Held, sideways: HTMLElement | null) => {
    let isHeld = false;
    let at: string | undefined;
    follow(event, {
      sideways,
      onMove: (seat) => {
        if (!isHeld) {
          setHeld(what);
          setDragging(true);
        }
        // Nothing is drawn again for what changes with the pointer
        if (!isHeld || seat !== at) latest.current.onAim(what, seat);
        isHeld = true;
        at = seat;
      },
      onEnd: (done) => {
        letGo();
        if (done && at !== undefined) latest.current.onPutDown(what, at);
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
