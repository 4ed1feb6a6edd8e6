import { expect, test } from 'vitest';
import { countFittingItems, splitRenderCount } from './viewport.ts';

test('the first render has just enough rows to fill the window, counting a row that is only partly visible', () => {
  expect(countFittingItems(900, { each: 50, below: 300 })).toBe(12);
  expect(countFittingItems(910, { each: 50, below: 300 })).toBe(13);
});

test('a window too small for any row still renders one row', () => {
  expect(countFittingItems(200, { each: 50, below: 300 })).toBe(1);
});

test('of the items to render, unseated orders come first, and seated orders get the rest', () => {
  expect(splitRenderCount(9, 30)).toEqual([9, 0]);
  expect(splitRenderCount(40, 30)).toEqual([30, 10]);
  expect(splitRenderCount(150, 30)).toEqual([30, 120]);
});
