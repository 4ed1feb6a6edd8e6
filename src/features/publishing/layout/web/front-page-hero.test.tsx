import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PerformanceList } from './front-page-hero.tsx';

const show = {
  left_at: '/tickets/left.json',
  nights: [
    { starts_at: '2027-04-14T19:30:00+01:00', cancelled: false, over: false, link: '/tickets/one' },
    { starts_at: '2027-04-15T19:30:00+01:00', cancelled: true, over: false, link: '' },
  ],
};

test('a night is booked where the ticket says, and once it is sold out it leads to its waiting list', () => {
  const early = renderToString(<PerformanceList show={show} left={{}} />);
  expect(early).toContain('href="/tickets/one"');
  expect(early).not.toContain('Sold out');
  const instead = { href: '/tickets/waiting/one', words: 'Waiting list' };
  const late = renderToString(
    <PerformanceList show={show} left={{ '/tickets/one': { words: 'Sold out', instead } }} />,
  );
  expect(late).toContain('href="/tickets/waiting/one"');
  expect(late).toContain('Sold out');
  expect(late).not.toContain('href="/tickets/one"');
});

test('a night that is called off says so before anything is asked', () => {
  expect(renderToString(<PerformanceList show={show} left={{}} />)).toContain('Cancelled');
});

test('a night of a run that is over says so and leads nowhere', () => {
  const over = { starts_at: '2027-04-13T19:30:00+01:00', cancelled: false, over: true, link: '' };
  const html = renderToString(<PerformanceList show={{ ...show, nights: [over] }} left={{}} />);
  expect(html).toContain('Over');
  expect(html).not.toContain('href');
});
