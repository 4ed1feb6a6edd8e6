import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { MovedSeatsList } from './seat-lists.tsx';

test('a moved seat offers to email the buyer only if the site can send that kind of email', () => {
  const render = ({ emails_off, sends_mail }: { emails_off: string[]; sends_mail: boolean }) => {
    const page = {
      ...{ type: 'bookings', emails_off, performances: [{ id: 'night', date: '2027-04-14T19:30' }] },
      orders: [{ id: 'one', ref: 12, name: 'Jo Bloggs', email: 'jo@home.example', phone: '07700 900123' }],
      moved_seats: [{ performance_id: 'night', order_id: 'one', before: ['A1'], now: ['B1'], leaves_at: '' }],
    } as unknown as Page<'bookings'>;
    const html = renderElementAt('/members/bookings', <MovedSeatsList page={page} />, { page, site: { sends_mail } });
    return html.replaceAll('<!-- -->', '');
  };
  const on = render({ emails_off: [], sends_mail: true });
  expect(on).toContain('Send email now');
  expect(on).toContain('No email has been sent to jo@home.example.');
  const off = render({ emails_off: ['seats'], sends_mail: true });
  expect(off).not.toContain('Send email now');
  expect(off).toContain('Emails about this are switched off: tell Jo Bloggs yourself, on 07700 900123.');
  const unsent = render({ emails_off: [], sends_mail: false });
  expect(unsent).not.toContain('Send email now');
  expect(unsent).toContain('This site can’t send email: tell Jo Bloggs yourself, on 07700 900123.');
});
