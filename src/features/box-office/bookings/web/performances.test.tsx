import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { MovedSeatsList, Performances, summariseOrderSeats } from './performances.tsx';

test('an archived show’s performances show no free places, links or images', () => {
  const performance = {
    id: 'wed',
    date: '2027-04-14T19:30:00+01:00',
    cancelled: false,
    capacity: 96,
    sold: 1,
    notes: '',
  };
  const page = {
    performances: [{ ...performance, layout: { newSeats: 0 }, seat_assignments: {}, ticket_types: [] }],
    ...{ orders: [], waiting: [], unconfirmed: [], moved_seats: [], door_notes: [] },
  } as unknown as Page<'bookings'>;
  const render = (isArchived: boolean) => {
    const show = { id: 'show', title: 'Blithe Spirit', date: '2027-04-14', dates: '14 April 2027', cancelled: false };
    const links = {
      first_night: '',
      link: isArchived ? '' : '/past-shows/show/Blithe_Spirit',
      poster: isArchived ? '' : '/poster.svg',
    };
    return renderElementAt(
      '/members/bookings',
      <Performances page={page} show={{ ...show, ...links, archived: isArchived }} />,
      {
        site: { today: '2027-01-01' },
      },
    );
  };
  expect(render(false).match(/<a /g)).toHaveLength(4);
  expect(render(true)).toContain('This show is archived');
  expect(render(true)).not.toMatch(/<a |<img /);
  // An archived show's free places can't be sold, so they aren't shown
  expect(render(false)).toContain('95 free');
  expect(render(true)).not.toContain('free');
});

const evening = (id: string, date: string, seats: Record<string, string>) => ({
  ...{ id, date: `${date}T19:30:00+01:00`, cancelled: false, seat_assignments: seats },
});
const order = {
  ref: 12,
  performances: [
    { id: '1', tickets: { Adult: 3, Child: 1 }, total: 4600, given_away: 0, arrived: 0, refunded: 0 },
    { id: '2', tickets: { Adult: 2 }, total: 2400, given_away: 0, arrived: 0, refunded: 0 },
  ],
};
const wednesday = evening('1', '2027-04-14', { C4: '12', C5: '12', C6: '12', C7: '12', C8: '121' });
const thursday = evening('2', '2027-04-15', { B9: '12', A1: '9' });

test('an order’s seats are listed by performance, and its tickets without seats are counted', () => {
  expect(summariseOrderSeats(order, [wednesday, thursday], '2027-04-14')).toEqual({
    seats: ['C4–C7', 'B9'],
    unseated: 1,
  });
});

test('tickets without seats aren’t counted for past or cancelled performances, or ones not in the order', () => {
  const empty = { ...thursday, seat_assignments: {} };
  expect(summariseOrderSeats(order, [empty], '2027-04-15').unseated).toBe(2);
  expect(summariseOrderSeats(order, [empty], '2027-04-16').unseated).toBe(0);
  expect(summariseOrderSeats(order, [{ ...empty, cancelled: true }], '2027-04-15').unseated).toBe(0);
  expect(summariseOrderSeats(order, [{ ...empty, id: '3' }], '2027-04-15')).toEqual({ seats: [], unseated: 0 });
});

test('the list of moved seats offers to email the buyer, or says why it can’t and gives the phone number', () => {
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
