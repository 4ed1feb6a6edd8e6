import { type PointerEvent, type MouseEvent as ReactMouseEvent, type RefObject, useRef, useState } from 'react';
import { detectSwipe } from './swipe.ts';
import {
  FITTED_ZOOM,
  fitSize,
  isSecondTap,
  isSwipeToDismiss,
  isTap,
  isVerticalDrag,
  type Point,
  panBy,
  pinchZoom,
  type Size,
  toggleZoomAt,
  type ZoomBounds,
  zoomByKey,
} from './zoom.ts';

/** A gesture, from the first finger's touch until the last finger is lifted. */
interface Gesture {
  from: Point;
  at: number;
  /** The movement of the fingers up to the last event. */
  by: Point;
  /**
   * True if two fingers touch at once or a magnified picture is moved. The gesture then neither turns to another
   * picture nor closes the view.
   */
  zooming: boolean;
  /** True if two fingers touch at once. The gesture is then not a tap, even if it is short. */
  pinching: boolean;
}

/**
 * Lets fingers magnify, move and close a picture, or turn to the next one. Keys and a double click can magnify and move
 * it too. `stage` is the element around the picture, and needs `touch-action: none`.
 */
export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: Size,
  { turn, close }: { turn: (by: 1 | -1) => void; close: () => void },
) {
  const [zoom, setZoom] = useState(FITTED_ZOOM);
  /**
   * The distance by which a picture that isn't magnified is dragged up or down. `isDragging` is true while a finger is
   * on it.
   */
  const [dragOffset, setDragOffset] = useState(0);
  const [isDragging, setDragging] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture | null>(null);
  const tapped = useRef<(Point & { at: number }) | null>(null);
  const byMouse = useRef(false);

  const room = (): ZoomBounds => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {};
    return { stage: { width, height }, picture: fitSize({ width, height }, picture) };
  };
  const positionOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const onPointerDown = (event: PointerEvent) => {
    byMouse.current = event.pointerType === 'mouse';
    if (byMouse.current && (zoom.scale === 1 || event.button !== 0)) return;
    const at = positionOf(event);
    fingers.current.set(event.pointerId, at);
    event.currentTarget.setPointerCapture(event.pointerId);
    gesture.current ??= { from: at, at: event.timeStamp, by: { x: 0, y: 0 }, zooming: zoom.scale > 1, pinching: false };
    if (fingers.current.size > 1) gesture.current.zooming = gesture.current.pinching = true;
    setDragging(true);
    setDragOffset(0);
  };
  const onPointerMove = (event: PointerEvent) => {
    const was = fingers.current.get(event.pointerId);
    const now = gesture.current;
    if (was === undefined || now === null) return;
    const is = positionOf(event);
    fingers.current.set(event.pointerId, is);
    const [other] = [...fingers.current].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]));
    const by = { x: is.x - was.x, y: is.y - was.y };
    now.by = { x: now.by.x + by.x, y: now.by.y + by.y };
    if (other) setZoom((zoom) => pinchZoom(zoom, [was, other], [is, other], room()));
    else if (now.zooming) setZoom((zoom) => panBy(zoom, by, room()));
    else if (dragOffset !== 0 || (Math.abs(now.by.y) > 8 && isVerticalDrag(now.by))) setDragOffset(now.by.y);
  };
  const onPointerUp = (event: PointerEvent) => {
    const now = gesture.current;
    if (!lift(event.pointerId) || now === null) return;
    const within = event.timeStamp - now.at;
    const { stage: size } = room();
    if (event.pointerType !== 'mouse' && !now.pinching && isTap(now.by, within)) tap(now.from, event.timeStamp);
    else if (now.zooming) return;
    else if (isSwipeToDismiss(now.by, within, size.height)) close();
    else {
      const to = detectSwipe({ x: 0, at: 0 }, { x: now.by.x, at: within }, size.width);
      if (to !== null && !isVerticalDrag(now.by)) turn(to === 'next' ? 1 : -1);
    }
  };
  /** Removes a finger; returns true if it was the last one. */
  const lift = (pointer: number): boolean => {
    if (!fingers.current.delete(pointer) || fingers.current.size > 0) return false;
    gesture.current = null;
    setDragging(false);
    setDragOffset(0);
    return true;
  };
  const tap = (at: Point, when: number) => {
    const first = tapped.current;
    const second = first !== null && isSecondTap({ x: at.x - first.x, y: at.y - first.y }, when - first.at);
    tapped.current = second ? null : { ...at, at: when };
    if (second) setZoom((zoom) => toggleZoomAt(zoom, at, room()));
  };

  return {
    zoom,
    dragOffset,
    isDragging,
    reset: () => setZoom(FITTED_ZOOM),
    /** Zooms by a key. Returns true if the key zooms or moves the picture. */
    handleKey: (key: string): boolean => {
      const next = zoomByKey(key, zoom, room());
      if (next) setZoom(next);
      return next !== undefined;
    },
    zoomProps: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: ({ pointerId }: PointerEvent) => void lift(pointerId),
      onDoubleClick: (event: ReactMouseEvent) => {
        // Taps by fingers are handled elsewhere
        if (byMouse.current) setZoom((zoom) => toggleZoomAt(zoom, positionOf(event), room()));
      },
    },
  };
}
