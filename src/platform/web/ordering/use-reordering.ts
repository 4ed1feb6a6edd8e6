import {
  type ComponentProps,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { findDropIndex, followDrag } from './follow-pointer.ts';

/** Returns the list with one item moved to another place. Returns the same list if there is no such place. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length || from === to) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

export interface Reordering {
  /** The ref of the element whose children are the items. */
  list: RefObject<HTMLOListElement | null>;
  /** Moves the item at `at` by this many positions. */
  move: (at: number, by: number) => void;
  /** Begins to drag the item at `at`: for the `onPointerDown` of its handle. */
  grab: (at: number, event: PointerEvent<HTMLElement>) => void;
  /** Props for an element that only a mouse can drag, because a finger on a picture scrolls the page. */
  getMouseDragProps: (at: number) => Pick<ComponentProps<'div'>, 'onPointerDown' | 'onDragStart'>;
  /** The index of the item being dragged; -1 if there is none. */
  draggedIndex: number;
  /** Describes the last change, for a live region. */
  announcement: string;
}

/**
 * Reorders a list by dragging with a mouse, a pen or a finger, and by buttons and keys. The dragged item moves as the
 * pointer passes the other items. Near an edge of the window the page scrolls. Escape cancels the drag. `move` and
 * `grab` never change.
 */
export function useReordering<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  onOrder: (items: readonly Item[]) => void,
): Reordering {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState(-1);
  const [announced, setAnnounced] = useState('');
  // The list may be rendered many times during a drag, and each move must be applied to the latest list
  const latest = useRef({ items, nameOf, onOrder });
  useLayoutEffect(() => {
    latest.current = { items, nameOf, onOrder };
  });

  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  const [{ move, grab }] = useState(() => {
    const put = (from: number, to: number) => {
      const now = latest.current;
      const item = now.items[from];
      if (item === undefined || to < 0 || to >= now.items.length || to === from) return;
      now.onOrder(moveItem(now.items, from, to));
      setAnnounced(`${now.nameOf(item)} moved to position ${to + 1} of ${now.items.length}`);
    };
    const begin = (at: number, event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      stop.current();
      let from = at;
      let point = { x: event.clientX, y: event.clientY };
      setDragged(from);
      const follow = () => {
        const boxes = [...(list.current?.children ?? [])].map((thing) => thing.getBoundingClientRect());
        const to = findDropIndex(boxes, point, from);
        if (to === from) return;
        // Rendering is synchronous, because the next move is measured on the updated screen
        flushSync(() => {
          put(from, to);
          setDragged(to);
        });
        from = to;
      };
      stop.current = followDrag(event, {
        onMove: (to) => {
          point = to;
          follow();
        },
        onEscape: () => put(from, at),
        onEnd: () => setDragged(-1),
      });
    };
    return { move: (at: number, by: number) => put(at, at + by), grab: begin };
  });
  const byMouse: Reordering['getMouseDragProps'] = (at) => ({
    onPointerDown: (event) => event.pointerType === 'mouse' && grab(at, event),
    // Without this, the browser would drag the picture itself
    onDragStart: (event) => event.preventDefault(),
  });
  return { list, move, grab, getMouseDragProps: byMouse, draggedIndex: dragged, announcement: announced };
}
