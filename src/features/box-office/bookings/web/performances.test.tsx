import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderAt } from '#tests/support/screens/render-at.tsx';
import { Performances } from './performances.tsx';

test('an archived show’s performances offer neither free places nor pages that can’t be opened', () => {
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
    const links = { link: isArchived ? '' : '/past-shows/show/Blithe_Spirit', poster: isArchived ? '' : '/poster.svg' };
    return renderAt(
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
  // Free places can't be sold
  expect(render(false)).toContain('95 free');
  expect(render(true)).not.toContain('free');
});
