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

test('a performance on the front page links to booking, or to the waiting list once sold out', () => {
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

test('a cancelled performance is marked on the front page before availability is loaded', () => {
  expect(renderToString(<PerformanceList show={show} left={{}} />)).toContain('Cancelled');
});

test('a past performance on the front page is marked as over and has no link', () => {
  const over = { starts_at: '2027-04-13T19:30:00+01:00', cancelled: false, over: true, link: '' };
  const html = renderToString(<PerformanceList show={{ ...show, nights: [over] }} left={{}} />);
  expect(html).toContain('Over');
  expect(html).not.toContain('href');
});
