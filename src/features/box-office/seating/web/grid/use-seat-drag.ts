import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { parseSeatLabel } from '#features/box-office/performances/seats.ts';
import { followDrag, onLongPress, preventScrollAndMenuWhileHeld } from '#platform/web/ordering/pointer-gestures.ts';
import { type ActionOutcome, type BlockSide, type DragItem, resizeBlock } from '../../plan/actions.ts';
import { findBlock, type Parties, type Plan } from '../../plan/plan.ts';
import type { Point, SeatTargeting } from './use-seat-targeting.ts';

/** The number of pixels that a pointer must move to start a drag. A shorter move is a press. */
const dragThreshold = 5;

/** The effect of a pressed pointer: moving an item or resizing a block; "" for none. */
type DragMode = '' | 'moving' | 'resizing';

/** A pointer that is pressed on an item. */
export interface DragStart {
  event: PointerEvent<HTMLElement>;
  /** True if a finger drags without a long press first. Otherwise, its swipe scrolls the page. */
  startsAtOnce: boolean;
  /** Called if the pointer is lifted where it was pressed, after a long press. */
  onTap: () => void;
}

/**
 * Tracks the item being moved. It is picked up by a key or a button and dropped by the next press, or dragged by mouse,
 * pen or finger.
 */
export function useSeatDrag({
  scroller,
  onDrop,
  onTarget,
  findSeatAt,
  isOpenAt,
}: {
  /** The plan's element, which a finger scrolls unless it drags an item. */
  scroller: RefObject<HTMLElement | null>;
  onDrop: (item: DragItem, seat: string) => void;
  /**
   * Called with the item and the seat under it. Called with null after the move, and without a seat if none is under
   * the item.
   */
  onTarget: (item: DragItem | null, seat: string | undefined) => void;
  /** Returns the seat at a point of the window. */
  findSeatAt: (point: Point) => string | undefined;
  /** Returns true if nothing covers the plan at a point. */
  isOpenAt: (point: Point) => boolean;
}) {
  const [item, setItem] = useState<DragItem | null>(null);
  const [mode, setMode] = useState<DragMode>('');
  /** The image that follows the pointer. */
  const shadow = useRef<HTMLDivElement>(null);
  const latest = useRef({ onDrop, onTarget, findSeatAt });
  useEffect(() => {
    latest.current = { onDrop, onTarget, findSeatAt };
  });
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  /**
   * The time of the last drop. The click that a browser sends after a drop is ignored; the next press resets this time.
   */
  const endedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const begin = () => {
      endedAt.current = Number.NEGATIVE_INFINITY;
    };
    addEventListener('pointerdown', begin, { capture: true, passive: true });
    return () => removeEventListener('pointerdown', begin, { capture: true });
  }, []);
  // True while a pointer is followed, so that the gesture of a finger or pen doesn't scroll the plan
  const isFollowed = useRef(false);
  useEffect(
    () => (scroller.current ? preventScrollAndMenuWhileHeld(scroller.current, () => isFollowed.current) : undefined),
    [scroller],
  );

  const release = () => {
    setItem(null);
    onTarget(null, undefined);
  };
  const trackPointer = (
    { event, startsAtOnce, onTap }: DragStart,
    {
      does = 'resizing',
      onHeld,
      onMove,
      onEnd,
    }: {
      does?: DragMode;
      /** Called after a long press. */
      onHeld: () => void;
      onMove: (seat: string | undefined) => void;
      onEnd: (done: boolean, at: Point) => void;
    },
  ) => {
    // Ignores further fingers and other buttons
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
      let isCancelled = false;
      isFollowed.current = true;
      stop.current = followDrag(event, {
        sideways: scroller.current,
        onMove: (to) => {
          if (!isDragged && Math.hypot(to.x - from.x, to.y - from.y) < dragThreshold) return;
          if (!isDragged && !isHeld) setMode(does);
          isDragged = true;
          at = to;
          // Reads the layout before writing to it, to avoid a second layout in this frame
          const seat = latest.current.findSeatAt(to);
          move(to);
          onMove(seat);
        },
        onEscape: () => {
          isCancelled = true;
        },
        onEnd: () => {
          isFollowed.current = false;
          if (!isDragged && !isHeld) return;
          endedAt.current = performance.now();
          setMode('');
          onEnd(isDragged && !isCancelled, at);
          if (!isDragged && !isCancelled) onTap();
        },
      });
    };
    if (event.pointerType !== 'touch' || startsAtOnce) {
      begin(false);
      return;
    }
    stop.current = onLongPress(window, event, () => {
      // Before the first tap, browsers refuse vibration with a warning
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
      setMode(does);
      move(from);
      onHeld();
      begin(true);
    });
  };
  const startDrag = (start: DragStart, dragged: DragItem) => {
    let isHeld = false;
    let at: string | undefined;
    const over = (seat: string | undefined) => {
      if (!isHeld) setItem(dragged);
      // Only a change of the seat is reported, so that moving the pointer doesn't cause rendering
      if (!isHeld || seat !== at) latest.current.onTarget(dragged, seat);
      isHeld = true;
      at = seat;
    };
    trackPointer(start, {
      does: 'moving',
      onHeld: () => over(dragged.kind === 'order' ? undefined : dragged.from),
      onMove: over,
      onEnd: (done, where) => {
        const isDropped = done && isOpenAt(where);
        release();
        if (isDropped && at !== undefined) latest.current.onDrop(dragged, at);
      },
    });
  };
  return {
    item,
    mode,
    shadow,
    pickUp: (next: DragItem) => {
      setItem(next);
      onTarget(next, undefined);
    },
    hover: (seat: string | undefined) => onTarget(item, seat),
    release,
    startDrag,
    trackPointer,
    /** Returns true if a click, by its own time stamp, is only the end of a drag. */
    isEndOfDrag: (clickedAt: number) => clickedAt - endedAt.current < 50,
  };
}

/** The plan while a block is resized, and the row that differs from the edited plan. */
interface PreviewedRow {
  plan: Plan;
  row: number;
}

/** A store for the preview of a resize. It changes with each move of the pointer, so only the grid subscribes to it. */
export interface ResizePreviewStore {
  get: () => PreviewedRow | null;
  set: (next: PreviewedRow | null) => void;
  subscribe: (listener: () => void) => () => void;
}

function createResizePreview(): ResizePreviewStore {
  let preview: PreviewedRow | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => preview,
    set: (next) => {
      preview = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Resizes a block with a pointer, and previews the plan while it is dragged. */
export function useBlockResize(
  { plan, parties }: { plan: Plan; parties: Parties },
  {
    targeting,
    trackPointer,
  }: { targeting: SeatTargeting; trackPointer: ReturnType<typeof useSeatDrag>['trackPointer'] },
) {
  const [resizePreview] = useState(createResizePreview);
  const startResize = (
    { event, seat, side }: { event: PointerEvent<HTMLElement>; seat: string; side: BlockSide },
    { opened, onTap, onEnd }: { opened: string; onTap: DragStart['onTap']; onEnd: (outcome: ActionOutcome) => void },
  ) => {
    const row = parseSeatLabel(seat)?.row ?? 0;
    const block = findBlock(plan, seat);
    let outcome: ActionOutcome | undefined;
    let number: number | undefined;
    trackPointer(
      { event, startsAtOnce: block.includes(opened), onTap },
      {
        onHeld: () => targeting.showFrames(block),
        onMove: (over) => {
          const to = parseSeatLabel(over ?? '');
          if (!to || to.number === number) return;
          number = to.number;
          outcome = resizeBlock(plan, parties, { seat, side, to: to.number });
          resizePreview.set('refused' in outcome ? null : { plan: outcome.plan, row });
        },
        onEnd: (done) => {
          resizePreview.set(null);
          targeting.clearFrames();
          if (done && outcome) onEnd(outcome);
        },
      },
    );
  };
  return { resizePreview, startResize };
}
