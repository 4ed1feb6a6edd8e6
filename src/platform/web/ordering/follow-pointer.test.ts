import { expect, test } from 'vitest';
import { followPointer } from './follow-pointer.ts';

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

test('unmounting ends the drag exactly once', () => {
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
