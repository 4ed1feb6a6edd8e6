import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getOptionIndexForKey } from './combobox.tsx';

const walk = (key: string, count: number, from = -1) => {
  const seen: (number | undefined)[] = [];
  let at: number | undefined = from;
  for (let step = 0; step < count; step++) {
    at = getOptionIndexForKey(key, at ?? -1, count);
    seen.push(at);
  }
  return seen;
};

test('the arrow keys reach every option once and then wrap around', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), (count) => {
      const all = Array.from({ length: count }, (_, at) => at);
      expect(walk('ArrowDown', count)).toEqual(all);
      expect(walk('ArrowUp', count)).toEqual(all.toReversed());
      expect(getOptionIndexForKey('ArrowDown', count - 1, count)).toBe(0);
      expect(getOptionIndexForKey('ArrowUp', 0, count)).toBe(count - 1);
    }),
  );
});

test('an empty list has no active option', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End']) expect(getOptionIndexForKey(key, -1, 0)).toBe(-1);
});

test('a key that moves the text cursor leads from the list back to the field', () => {
  for (const key of ['Home', 'End', 'ArrowLeft', 'ArrowRight']) expect(getOptionIndexForKey(key, 3, 5)).toBe(-1);
  expect(getOptionIndexForKey('a', 3, 5)).toBeUndefined();
});
