import { expect, test } from 'vitest';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { renderAt } from '#tests/support/screens/render-at.tsx';
import { SellTicketsForm } from './sell-tickets-form.tsx';

const renderFor = (date: string): string => {
  const performance = { id: 'night', date, capacity: 96, sold: 0, release_minutes: 20, ticket_types: [] };
  return renderAt(
    '/members/bookings',
    <SellTicketsForm
      performances={[performance as unknown as Performance]}
      seats={() => null}
      doorNote={{ id: 'note', how: 'reserved', tickets: {} }}
    />,
    { site: { memberNavItemsToShow: { bookings: true } } },
  );
};

test('the form that sells tickets names the deadline for paying a reservation only before the deadline', () => {
  expect(renderFor('2999-04-14T19:30:00+01:00')).toContain('Reserved until 20 minutes before the performance');
  expect(renderFor('2001-04-14T19:30:00+01:00')).toContain('Reserved until the buyer arrives.');
});
