import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onLongPress, preventScrollAndMenuWhile } from './long-press.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Simulates a finger, pointer 1, that has touched at 100,100. */
function finger() {
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

test('moving or lifting another finger doesn’t affect a long press, and the returned function cancels it', () => {
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
  const stop = preventScrollAndMenuWhile(part, () => isHeld);
  const isPrevented = (type: string) => !part.dispatchEvent(new Event(type, { cancelable: true }));
  expect([isPrevented('touchmove'), isPrevented('contextmenu')]).toEqual([false, false]);
  isHeld = true;
  expect([isPrevented('touchmove'), isPrevented('contextmenu')]).toEqual([true, true]);
  stop();
  expect([isPrevented('touchmove'), isPrevented('contextmenu')]).toEqual([false, false]);
});
