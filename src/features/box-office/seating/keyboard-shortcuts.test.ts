import { expect, test } from 'vitest';
import { createEmptyPlan } from '#tests/support/society/random-plans.ts';
import { findPageShortcut, findSeatForKey, findSeatShortcut } from './keyboard-shortcuts.ts';

const press = (keys: string) => {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    ...{ shiftKey: parts.includes('Shift'), ctrlKey: parts.includes('Ctrl') },
    ...{ altKey: parts.includes('Alt'), metaKey: parts.includes('Meta') },
  };
};
const resting = { editing: false, moving: false };

test('arrow keys, Home and End skip hidden seats and stop at the edge of the plan', () => {
  const plan = { ...createEmptyPlan(2), hiddenSeats: ['A1', 'A3', 'B2'] };
  expect(findSeatForKey(plan, 'A2', 'ArrowRight')).toBe('A4');
  expect(findSeatForKey(plan, 'A2', 'ArrowRight', true)).toBe('A3');
  expect(findSeatForKey(plan, 'A4', 'Home')).toBe('A2');
  expect(findSeatForKey(plan, 'A4', 'End')).toBe('A12');
  expect(findSeatForKey(plan, 'A2', 'ArrowDown')).toBe('A2');
  expect(findSeatForKey(plan, 'A4', 'x')).toBeUndefined();
});

test('on a seat, keys move the focus, pick people up, withhold the seat and run commands', () => {
  const find = (keys: string, mode = resting) => findSeatShortcut(createEmptyPlan(2), 'A2', press(keys), mode);
  expect(find('ArrowRight')).toEqual({ does: 'focus', seat: 'A3' });
  expect(find('Enter')).toEqual({ does: 'press', whole: false });
  expect(find('Shift+Enter')).toEqual({ does: 'press', whole: true });
  expect(find('h')).toEqual({ does: 'withhold' });
  expect(find('Shift+Delete')).toMatchObject({ does: 'run', command: { id: 'clear-block' } });
  expect(find('Backspace')).toMatchObject({ does: 'run', command: { id: 'clear' } });
  expect(find('Alt+Shift+ArrowLeft')).toMatchObject({ does: 'run', command: { id: 'grow-left' } });
  for (const keys of ['Ctrl+h', 'Meta+w', 'q', 'Tab']) expect(find(keys), keys).toBeUndefined();
});

test('while seats are edited or something is picked up, only the keys that move the focus and press the seat work', () => {
  for (const mode of [
    { editing: true, moving: false },
    { editing: false, moving: true },
  ]) {
    const find = (keys: string) => findSeatShortcut(createEmptyPlan(2), 'A2', press(keys), mode);
    expect(find('ArrowRight')).toEqual({ does: 'focus', seat: 'A3' });
    expect(find(' ')).toEqual({ does: 'press', whole: false });
    for (const keys of ['h', 'w', 'Delete', 'Shift+ArrowRight']) expect(find(keys), keys).toBeUndefined();
  }
});

test('Escape puts back what is picked up, and the usual keys undo and redo', () => {
  expect(findPageShortcut(press('Escape'))).toBe('put-back');
  expect(findPageShortcut(press('Ctrl+z'))).toBe('undo');
  expect(findPageShortcut(press('Meta+Shift+Z'))).toBe('redo');
  expect(findPageShortcut(press('Ctrl+y'))).toBe('redo');
  for (const keys of ['z', 'Ctrl+Alt+z', 'Ctrl+x']) expect(findPageShortcut(press(keys)), keys).toBeUndefined();
});
