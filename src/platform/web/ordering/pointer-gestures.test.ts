import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type DragBox,
  findDropIndex,
  followPointer,
  getScrollStep,
  onLongPress,
  preventScrollAndMenuWhileHeld,
} from './pointer-gestures.ts';
import { moveItem } from './reordering.tsx';

/** Simulates a drag by pointer 1, and records its result. */
function drag() {
  const page = new EventTarget();
  const done: string[] = [];
  const stop = followPointer(page, 1, {
    onMove: ({ x, y }) => done.push(`to ${x},${y}`),
    onEscape: () => done.push('back'),
    onEnd: () => done.push('end'),
  });
  const happens = (type: string, what: object) => {
    const event = Object.assign(new Event(type, { cancelable: true }), what);
    page.dispatchEvent(event);
    return event;
  };
  return { done, stop, happens };
}

test('a pointer is followed until it is lifted, whatever a second finger does', () => {
  const { done, happens } = drag();
  happens('pointermove', { pointerId: 1, clientX: 3, clientY: 4 });
  happens('pointermove', { pointerId: 2, clientX: 90, clientY: 90 });
  happens('pointerup', { pointerId: 2 });
  happens('pointermove', { pointerId: 1, clientX: 5, clientY: 6 });
  happens('pointerup', { pointerId: 1 });
  happens('pointermove', { pointerId: 1, clientX: 7, clientY: 8 });
  expect(done).toEqual(['to 3,4', 'to 5,6', 'end']);
});

test('Escape cancels the drag, and other keys do nothing', () => {
  const { done, happens } = drag();
  expect(happens('keydown', { key: 'Shift' }).defaultPrevented).toBe(false);
  expect(happens('keydown', { key: 'Escape' }).defaultPrevented).toBe(true);
  expect(happens('keydown', { key: 'Escape' }).defaultPrevented).toBe(false);
  expect(done).toEqual(['back', 'end']);
});

test('a drag is cancelled when the browser takes over the pointer', () => {
  const { done, happens } = drag();
  happens('pointercancel', { pointerId: 2 });
  happens('pointercancel', { pointerId: 1 });
  expect(done).toEqual(['back', 'end']);
});

test('stopping a drag twice ends it once', () => {
  const { done, stop, happens } = drag();
  stop();
  stop();
  happens('pointermove', { pointerId: 1, clientX: 3, clientY: 4 });
  expect(done).toEqual(['end']);
});

test('no text is selected during a drag, and text can be selected again afterwards', () => {
  const { happens } = drag();
  expect(happens('selectstart', {}).defaultPrevented).toBe(true);
  happens('pointerup', { pointerId: 1 });
  expect(happens('selectstart', {}).defaultPrevented).toBe(false);
});

const column = (heights: readonly number[]): DragBox[] => {
  let top = 0;
  return heights.map((height) => {
    const box = { left: 0, right: 300, top, bottom: top + height };
    top += height + 4;
    return box;
  });
};
const grid = (count: number, columns: number): DragBox[] =>
  Array.from({ length: count }, (_, at) => {
    const [left, top] = [(at % columns) * 110, Math.floor(at / columns) * 90];
    return { left, top, right: left + 100, bottom: top + 80 };
  });

test('a dragged row moves past each row whose middle the pointer has passed, in both directions', () => {
  const rows = column([40, 40, 40, 40]);
  expect(findDropIndex(rows, { x: 0, y: 30 }, 0)).toBe(0);
  expect(findDropIndex(rows, { x: 0, y: 70 }, 0)).toBe(1);
  expect(findDropIndex(rows, { x: 0, y: 5000 }, 0)).toBe(3);
  expect(findDropIndex(rows, { x: 0, y: -50 }, 3)).toBe(0);
  expect(findDropIndex(rows, { x: 0, y: 60 }, 3)).toBe(1);
});

test('a dragged row keeps its position while the pointer doesn’t move, whatever the rows’ heights', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.integer({ min: -100, max: 4000 }),
      (heights, some, y) => {
        const from = some % heights.length;
        const to = findDropIndex(column(heights), { x: 0, y }, from);
        expect(findDropIndex(column([...moveItem(heights, from, to)]), { x: 0, y }, to)).toBe(to);
      },
    ),
  );
});

test('a picture dragged in a grid of several rows moves to the pointer’s position', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 2, max: 20 }),
      fc.nat(),
      fc.nat(),
      (wide, n, a, b) => {
        fc.pre(n > wide);
        const [boxes, from, to] = [grid(n, wide), a % n, b % n];
        const box = boxes[to];
        if (!box) throw new Error('no such place');
        // The pointer is a little past the middle, in the direction of the drag
        const point = { x: (box.left + box.right) / 2 + (to > from ? 1 : -1), y: (box.top + box.bottom) / 2 };
        expect(findDropIndex(boxes, point, from)).toBe(to);
      },
    ),
  );
});

test('during a drag, the page scrolls faster the nearer the pointer is to the edge', () => {
  expect(getScrollStep(450, 800, 400)).toBe(0);
  expect(getScrollStep(100, 800, 400)).toBeLessThan(0);
  expect(getScrollStep(10, 800, 400)).toBeLessThan(getScrollStep(100, 800, 400));
  expect(getScrollStep(790, 800, 400)).toBeGreaterThan(getScrollStep(700, 800, 400));
  expect(getScrollStep(-400, 800, 400)).toBe(-18);
  expect(getScrollStep(2000, 800, 400)).toBe(18);
});

test('an item picked up at the window’s edge and moved away from it doesn’t scroll the page', () => {
  expect(getScrollStep(740, 800, 780)).toBe(0);
  expect(getScrollStep(790, 800, 780)).toBeGreaterThan(0);
  expect(getScrollStep(60, 800, 20)).toBe(0);
  expect(getScrollStep(10, 800, 20)).toBeLessThan(0);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Simulates a finger, pointer 1, that has touched at 100,100. */
function finger() {
  vi.useFakeTimers();
  const page = new EventTarget();
  const onHeld = vi.fn();
  const stop = onLongPress(page, { pointerId: 1, clientX: 100, clientY: 100 }, onHeld);
  const happens = (type: string, what: object) => page.dispatchEvent(Object.assign(new Event(type), what));
  return { onHeld, stop, happens };
}
const soon = () => vi.advanceTimersByTime(1000);

test('a finger that rests starts one long press, even if it trembles', () => {
  const { onHeld, happens } = finger();
  happens('pointermove', { pointerId: 1, clientX: 104, clientY: 97 });
  vi.advanceTimersByTime(200);
  expect(onHeld).not.toHaveBeenCalled();
  soon();
  happens('pointermove', { pointerId: 1, clientX: 300, clientY: 97 });
  soon();
  expect(onHeld).toHaveBeenCalledOnce();
});

test.each([
  ['moves first', 'pointermove', { pointerId: 1, clientX: 100, clientY: 110 }],
  ['is lifted', 'pointerup', { pointerId: 1 }],
  ['scrolls the page', 'pointercancel', { pointerId: 1 }],
  ['is joined by another', 'pointerdown', { pointerId: 2 }],
])('a finger that %s starts no long press', (_, type, what) => {
  const { onHeld, happens } = finger();
  happens(type, what);
  soon();
  expect(onHeld).not.toHaveBeenCalled();
});

test('moving or lifting another finger doesn’t affect a long press, and onLongPress() returns a way to cancel it', () => {
  const { onHeld, stop, happens } = finger();
  happens('pointermove', { pointerId: 2, clientX: 300, clientY: 300 });
  happens('pointerup', { pointerId: 2 });
  stop();
  soon();
  expect(onHeld).not.toHaveBeenCalled();
  const joined = finger();
  joined.happens('pointermove', { pointerId: 2, clientX: 300, clientY: 300 });
  joined.happens('pointerup', { pointerId: 2 });
  soon();
  expect(joined.onHeld).toHaveBeenCalledOnce();
});

test('scrolling and the context menu are blocked only during a long press', () => {
  const part = new EventTarget();
  let isHeld = false;
  const stop = preventScrollAndMenuWhileHeld(part, () => isHeld);
  const isPrevented = (type: string) => !part.dispatchEvent(new Event(type, { cancelable: true }));
  expect([isPrevented('touchmove'), isPrevented('contextmenu')]).toEqual([false, false]);
  isHeld = true;
  expect([isPrevented('touchmove'), isPrevented('contextmenu')]).toEqual([true, true]);
  stop();
  expect([isPrevented('touchmove'), isPrevented('contextmenu')]).toEqual([false, false]);
});
