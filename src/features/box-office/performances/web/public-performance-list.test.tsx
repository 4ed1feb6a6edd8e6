import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PublicPerformanceList } from './public-performance-list.tsx';

const night = {
  ...{ id: 'night', starts_at: '2027-04-14T19:30:00+01:00', doors_at: '2027-04-14T19:00:00+01:00' },
  ...{ notes: 'Captioned', cancelled: false, over: true, prices: [] },
};

test('a past performance says “Over” instead of its door time, and can’t be booked', () => {
  const html = renderToString(<PublicPerformanceList performances={[night]} bookAt={(id) => `/tickets/${id}`} />);
  expect(html).toContain('>Over</span>');
  expect(html).not.toMatch(/Doors|Captioned|\/tickets/);
});
