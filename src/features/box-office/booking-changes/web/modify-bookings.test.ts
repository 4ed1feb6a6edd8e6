import { expect, test } from 'vitest';
import { listNewTicketOptions, type TicketChoice } from './modify-bookings.tsx';

const ticket = (performance: string, type: string, left: number): TicketChoice => ({
  ...{ performance, left, item: `${performance} ${type}`, label: `${performance}: ${type}` },
  cancelled: performance === 'Sat',
});

const tickets = [
  ticket('Thu', 'Adult', 69),
  ticket('Fri', 'Adult', 0),
  ticket('Fri', 'Child', 0),
  ticket('Sat', 'Adult', 5),
];

const listDisabled = (from?: string) =>
  listNewTicketOptions(tickets, from).flatMap(({ item, disabled }) => (disabled ? [item] : []));

test('sold-out tickets are disabled, unless the present ticket is for the same or an unknown performance', () => {
  expect(listDisabled('Thu Adult')).toEqual(['Fri Adult', 'Fri Child']);
  expect(listDisabled('')).toEqual(['Fri Adult', 'Fri Child']);
  expect(listDisabled('Fri Adult')).toEqual([]);
  expect(listDisabled()).toEqual([]);
});

test('a sold-out performance is listed as sold out, and a cancelled one isn’t listed', () => {
  expect(listNewTicketOptions(tickets).map(({ item, isSoldOut }) => [item, isSoldOut])).toEqual([
    ['Thu Adult', false],
    ['Fri Adult', true],
    ['Fri Child', true],
  ]);
});
