import { expect, test } from 'vitest';
import { formatFigure, median, meetsTarget, percentile } from './figures.ts';

test('one slow run doesn’t change the median, and the median of no runs is an error', () => {
  expect(median([10, 11, 900, 9, 10])).toBe(10);
  expect(() => median([])).toThrow();
});

test('a figure at the limit meets its target, and a figure beyond the limit misses its target; a figure without a target does neither', () => {
  const figure = { name: 'start', value: 1000, unit: 'ms' } as const;
  expect(meetsTarget({ ...figure, atMost: 1000 })).toBe(true);
  expect(meetsTarget({ ...figure, atMost: 999 })).toBe(false);
  expect(meetsTarget({ ...figure, atLeast: 1001 })).toBe(false);
  expect(meetsTarget(figure)).toBeUndefined();
});

test('benchmark figures are rounded by their size and formatted with their unit', () => {
  expect(formatFigure({ value: 12345.6, unit: 'req/s' })).toBe('12,346 req/s');
  expect(formatFigure({ value: 0.1234, unit: 'ms' })).toBe('0.12 ms');
});

test('p95 is the value that 95 of 100 runs don’t exceed', () => {
  expect(percentile([...Array(100).keys()], 0.95)).toBe(94);
  expect(percentile([7], 0.95)).toBe(7);
  expect(() => percentile([], 0.95)).toThrow();
});
