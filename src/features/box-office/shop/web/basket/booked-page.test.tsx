import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import BookedPage from './booked-page.tsx';

const content = {
  ...{ type: 'booked', title: 'Your tickets', state: 'booked', ref: '249', name: 'Dorothy', email: 'dot@home.example' },
  ...{ performances: [], needs: [], note: '', total: 0, discount: 0, to_pay: false },
} as unknown as Page<'booked'>;

const render = (more: Partial<Page<'booked'>>, sends_mail = true): string => {
  const page = { ...content, ...more };
  return renderElementAt('/tickets/order/id/key', <BookedPage page={page} />, {
    page,
    site: { today: '2027-01-01', sends_mail },
  });
};

const performance = (day: string, cancelled = false) => ({
  ...{ id: day, starts_at: `${day}T19:30:00+00:00`, doors_at: '', notes: '', cancelled, calendar: '/x', tickets: [] },
});

test('before the performance, a booking’s page says if it was or is being emailed, or else asks to keep the link', () => {
  const to = 'dot@home.example';
  expect(render({ emailed: { to, sent: false } })).toContain(`We’re emailing all of this to ${to} too.`);
  expect(render({ emailed: { to, sent: true } })).toContain(`We’ve emailed all of this to ${to} too.`);
  const coming = { performances: [performance('2027-01-02')] };
  expect(render(coming)).toContain(' Keep the link to this page, or print it.');
  expect(render(coming, false)).toContain('This site can’t send email, so keep the link to this page, or print it.');
  expect(render({ performances: [performance('2026-12-31')] }, false)).not.toContain('keep the link');
});

test('a booking’s page offers no calendar entry or link to keep for a performance that is cancelled', () => {
  const page = render({ performances: [performance('2027-01-02', true)] }, false);
  expect(page).toContain('This performance has been cancelled.');
  expect(page).not.toMatch(/Add to my calendar|keep the link/);
  expect(render({ performances: [performance('2027-01-02')] })).toContain('Add to my calendar');
});

test('the page of a booking says what to do on the day only while one of its performances is to come', () => {
  const [past, cancelled, coming] = [
    performance('2026-12-31'),
    performance('2027-01-03', true),
    performance('2027-01-02'),
  ];
  const advice = /On the day|Show these codes|Our front of house team|Can’t come after all/;
  expect(render({ performances: [past, coming], needs: ['A wheelchair space'] })).toMatch(advice);
  const over = render({ performances: [past, cancelled], needs: ['A wheelchair space'], note: 'With a dog.' });
  expect(over).not.toMatch(advice);
  expect(over).toContain('With a dog.');
  expect(over).toContain('Contact us');
});
