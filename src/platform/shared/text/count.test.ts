import { expect, test } from 'vitest';
import { formatCount } from './count.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('%d is formatted with commas between thousands', (count, text) => {
  expect(formatCount(count)).toBe(text);
});
