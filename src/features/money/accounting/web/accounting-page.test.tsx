import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MonthsChart } from './accounting-page.tsx';

test('the caption of the chart names the left bar and the right bar in that order', () => {
  const html = renderToString(
    <MonthsChart months={[{ month: '2026-09', total: 2500, fees: 60, refunds: 500, net: 1940 }]} />,
  );
  const note = /<figcaption>(.*)<\/figcaption>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '');
  expect(note).toBe(' Left: money in.  Right: fees and refunds.');
  const left = (bar: string) => Number(new RegExp(`<rect class="${bar}[^>]* x="([^"]*)"`).exec(html)?.[1]);
  expect(left('_first')).toBeLessThan(left('_second'));
});
