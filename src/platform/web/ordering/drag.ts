/** The position of an item on the screen. */
export interface DragBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A position in the window, in pixels. */
export interface DragPoint {
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
const fastest = 18;

/**
 * Returns how many pixels per frame the page scrolls while an item is dragged at `y` in a window of that height. An
 * item that was picked up near an edge, at `from`, and is dragged away from that edge doesn't scroll the page.
 */
export function getScrollStep(y: number, height: number, from: number): number {
  const into = y < edge ? y - edge : Math.max(0, y - (height - edge));
  if (into * (y - from) <= 0) return 0;
  return Math.round(Math.max(-1, Math.min(1, into / edge)) * fastest);
}
