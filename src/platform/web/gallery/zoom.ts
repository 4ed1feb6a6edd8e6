import { type PointerEvent, type MouseEvent as ReactMouseEvent, type RefObject, useRef, useState } from 'react';
import { detectSwipe } from './swipe.ts';

/** A width and a height, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A point in the area in which the picture is shown, in pixels from the area's centre. */
export interface StagePoint {
  x: number;
  y: number;
}

/** The scale of a picture relative to its fitted size, and the position of its centre. */
export interface Zoom extends StagePoint {
  scale: number;
}

/** The sizes of the area in which a picture is shown, and of the picture when fitted into that area. */
interface ZoomBounds {
  stage: Size;
  picture: Size;
}

export const FITTED_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };

const MAX_SCALE = 5;
/** The scale of a double tap or double click. */
const DOUBLE_TAP_SCALE = 2.5;
const KEY_STEP = 1.5;
/** The share of the stage by which an arrow key moves a magnified picture. */
const KEY_MOVE = 0.2;
/** The scale below which a picture counts as fitted to the stage rather than magnified. */
const MIN_MAGNIFIED_SCALE = 1.02;

/** Returns a picture's size when fitted into a stage. It is never larger than the picture itself. */
export function fitSize(stage: Size, { width, height }: Size): Size {
  const share = Math.min(1, stage.width / width, stage.height / height);
  return { width: width * share, height: height * share };
}

/** Zooms around a point. The point stays in place while the picture covers the stage. */
export function zoomAt(zoom: Zoom, factor: number, at: StagePoint, room: ZoomBounds): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  const by = scale / zoom.scale;
  return clampZoom({ scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }, room);
}

/** Moves a magnified picture, at most until its edge reaches the edge of the stage. */
export function panBy(zoom: Zoom, by: StagePoint, room: ZoomBounds): Zoom {
  return clampZoom({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, room);
}

/** Follows two fingers. Their distance sets the scale, and their midpoint moves the picture. */
export function pinchZoom(
  zoom: Zoom,
  from: readonly [StagePoint, StagePoint],
  to: readonly [StagePoint, StagePoint],
  room: ZoomBounds,
): Zoom {
  const [was, is] = [middle(from), middle(to)];
  const apart = distance(from);
  const factor = apart > 0 ? distance(to) / apart : 1;
  return panBy(zoomAt(zoom, factor, was, room), { x: is.x - was.x, y: is.y - was.y }, room);
}

/** Handles a double tap: zooms in at the tapped point, or shows the whole picture again. */
export const toggleZoomAt = (zoom: Zoom, at: StagePoint, room: ZoomBounds): Zoom =>
  zoom.scale > 1 ? FITTED_ZOOM : zoomAt(zoom, DOUBLE_TAP_SCALE, at, room);

/**
 * Zooms by a key: plus and minus magnify and shrink, 0 fits, and the arrows move a magnified picture. Returns undefined
 * for other keys, and for the arrows if the picture isn't magnified.
 */
export function zoomByKey(key: string, zoom: Zoom, room: ZoomBounds): Zoom | undefined {
  if (key === '+' || key === '=') return zoomAt(zoom, KEY_STEP, FITTED_ZOOM, room);
  if (key === '-') return zoomAt(zoom, 1 / KEY_STEP, FITTED_ZOOM, room);
  if (key === '0') return FITTED_ZOOM;
  const way = zoom.scale > 1 && Object.hasOwn(ARROWS, key) ? ARROWS[key] : undefined;
  const { width, height } = room.stage;
  return way && panBy(zoom, { x: way.x * width * KEY_MOVE, y: way.y * height * KEY_MOVE }, room);
}

/**
 * The direction in which each arrow key moves the picture. It is opposite to the arrow, so that more of the picture on
 * the arrow's side becomes visible.
 */
const ARROWS: Record<string, StagePoint> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** The share of the stage's height above which a vertical drag closes the picture at any speed. */
const DISMISS_SHARE = 0.2;
/**
 * The speed above which a shorter vertical drag closes the picture too, as a share of the stage's height per
 * millisecond.
 */
const DISMISS_SPEED = 0.0012;
/** The share of the stage's height up to which even a quick vertical drag leaves the picture open. */
const MIN_DISMISS_SHARE = 0.04;

/** Returns true if a finger moves clearly more up or down than sideways: more than 1.2 times as far. */
const isVerticalDrag = (by: StagePoint): boolean => Math.abs(by.y) > Math.abs(by.x) * 1.2;

/** Returns true if moving a fitted picture this far within this many milliseconds dismisses it. */
export function isSwipeToDismiss(by: StagePoint, within: number, height: number): boolean {
  const share = Math.abs(by.y) / height;
  return (
    isVerticalDrag(by) &&
    (share > DISMISS_SHARE || (share > MIN_DISMISS_SHARE && within > 0 && share / within > DISMISS_SPEED))
  );
}

/**
 * Returns true if a finger moved so little, and was lifted so soon (`within` is in milliseconds), that it only tapped.
 */
export const isTap = (by: StagePoint, within: number): boolean => Math.hypot(by.x, by.y) < 10 && within < 300;

/** Returns true if a second tap is close enough to the first, in place and time, to make a double tap. */
export const isSecondTap = (by: StagePoint, since: number): boolean => Math.hypot(by.x, by.y) < 40 && since < 350;

function clampZoom({ scale, x, y }: Zoom, { stage, picture }: ZoomBounds): Zoom {
  if (scale < MIN_MAGNIFIED_SCALE) return FITTED_ZOOM;
  const within = (at: number, picture: number, stage: number) => {
    const most = Math.max(0, (picture * scale - stage) / 2);
    return Math.min(most, Math.max(-most, at));
  };
  return { scale, x: within(x, picture.width, stage.width), y: within(y, picture.height, stage.height) };
}

const middle = ([a, b]: readonly [StagePoint, StagePoint]): StagePoint => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = ([a, b]: readonly [StagePoint, StagePoint]): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A gesture, from the first finger's touch until the last finger is lifted. */
interface Gesture {
  from: StagePoint;
  at: number;
  /** The movement of the fingers up to the last event. */
  by: StagePoint;
  /**
   * True if two fingers touch at once or a magnified picture is moved. The gesture then neither turns to another
   * picture nor closes the view.
   */
  zooming: boolean;
  /** True if two fingers touch at once. The gesture is then not a tap, even if it is short. */
  pinching: boolean;
}

/**
 * Lets fingers magnify, move and close a picture, or turn to another one. Keys and a double click can magnify and move
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
   * on any picture, or the mouse drags a magnified one.
   */
  const [dragOffset, setDragOffset] = useState(0);
  const [isDragging, setDragging] = useState(false);
  const fingers = useRef(new Map<number, StagePoint>());
  const gesture = useRef<Gesture | null>(null);
  const tapped = useRef<(StagePoint & { at: number }) | null>(null);
  const byMouse = useRef(false);

  const room = (): ZoomBounds => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {};
    return { stage: { width, height }, picture: fitSize({ width, height }, picture) };
  };
  const positionOf = ({ clientX, clientY }: { clientX: number; clientY: number }): StagePoint => {
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
  const tap = (at: StagePoint, when: number) => {
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
        // Double taps by fingers are handled by `tap`
        if (byMouse.current) setZoom((zoom) => toggleZoomAt(zoom, positionOf(event), room()));
      },
    },
  };
}
