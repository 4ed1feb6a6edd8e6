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
import { IconButton } from '../ui/actions/icon-button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { findDropIndex, followDrag } from './pointer-gestures.ts';
import styles from './reordering.module.css';

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
 * `grab` are the same functions in each render.
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

const directions = {
  lines: [
    { word: 'earlier', sign: 'arrow-up' },
    { word: 'later', sign: 'arrow-down' },
  ],
  grid: [
    { word: 'earlier', sign: 'arrow-left' },
    { word: 'later', sign: 'arrow-right' },
  ],
} as const;

/** A handle that drags an item of a list. Provide another way, such as buttons, for people who can't drag. */
export const DragHandle = ({ at, grab }: { at: number; grab: Reordering['grab'] }) => (
  <span className={styles.handle} title="Drag to move" onPointerDown={(event) => grab(at, event)}>
    <Icon of="grip-vertical" />
  </span>
);

/** Moves an item of a list: a handle to drag it, and a button for each direction for people who don't drag. */
export function MoveControls({
  index,
  count,
  name,
  layout = 'lines',
  ordering: { move, grab },
}: {
  index: number;
  count: number;
  name: string;
  /** The layout: one item per line, or several in a row. */
  layout?: keyof typeof directions;
  ordering: Pick<Reordering, 'move' | 'grab'>;
}) {
  const [before, after] = directions[layout];
  // The buttons aren't `disabled` at the ends of the list, because a pressed button would then lose the focus
  return (
    <span className={styles.move}>
      <DragHandle at={index} grab={grab} />
      <IconButton
        icon={before.sign}
        label={`Move ${name} ${before.word}`}
        aria-disabled={index === 0 || undefined}
        onClick={() => move(index, -1)}
      />
      <IconButton
        icon={after.sign}
        label={`Move ${name} ${after.word}`}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => move(index, 1)}
      />
    </span>
  );
}
