import { expect, test } from 'vitest';
import { atMostOf, formatFigure, isMet, median } from './figures.ts';

test('one slow run does not change the median', () => {
  expect(median([10, 11, 900, 9, 10])).toBe(10);
  expect(() => median([])).toThrow();
});

test('a target is met at its exact limit, and missed beyond it', () => {
  const figure = { name: 'start', value: 1000, unit: 'ms' } as const;
  expect(isMet({ ...figure, atMost: 1000 })).toBe(true);
  expect(isMet({ ...figure, atMost: 999 })).toBe(false);
  expect(isMet({ ...figure, atLeast: 1001 })).toBe(false);
  expect(isMet(figure)).toBeUndefined();
});

test('benchmark figures are formatted with readable units', () => {
  expect(formatFigure({ value: 12345.6, unit: 'req/s' })).toBe('12,346 req/s');
  expect(formatFigure({ value: 0.1234, unit: 'ms' })).toBe('0.12 ms');
});

test('p95 is the value that 95 of 100 runs don’t exceed', () => {
  expect(atMostOf([...Array(100).keys()], 0.95)).toBe(94);
  expect(atMostOf([7], 0.95)).toBe(7);
  expect(() => atMostOf([], 0.95)).toThrow();
});
