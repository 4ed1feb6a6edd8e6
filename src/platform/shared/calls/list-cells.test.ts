import { expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { isTotalsLine } from './list-cells.ts';

test.each(['Total', 'Totals: 42 members', 'Grand total £1,050'])('“%s” is a totals line', (text) => {
  expect(isTotalsLine(text)).toBe(true);
});

test('a hostile text is rejected as a totals line in less than 100 ms', () => {
  const text = `total${': '.repeat(8000)}!`;
  expect(measureProcessorTime(() => void isTotalsLine(text))).toBeLessThan(100);
  expect(isTotalsLine(text)).toBe(false);
});
