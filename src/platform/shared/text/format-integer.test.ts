import { expect, test } from 'vitest';
import { formatInteger } from './format-integer.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('the number %d is formatted as %s', (count, text) => {
  expect(formatInteger(count)).toBe(text);
});
