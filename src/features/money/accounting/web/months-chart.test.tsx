import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MonthsChart } from './months-chart.tsx';

test('the note below the chart of months says on which side money came in and on which it went out', () => {
  const html = renderToString(
    <MonthsChart months={[{ month: '2026-09', total: 2500, fees: 60, refunds: 500, net: 1940 }]} />,
  );
  const note = /<figcaption>(.*)<\/figcaption>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '');
  expect(note).toBe(' In, on the left.  Fees and refunds, on the right.');
  const left = (bar: string) => Number(new RegExp(`<rect class="${bar}[^>]* x="([^"]*)"`).exec(html)?.[1]);
  expect(left('_first')).toBeLessThan(left('_second'));
});
