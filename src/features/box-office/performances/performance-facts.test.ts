import { expect, test } from 'vitest';
import { listPerformanceFacts } from './performance-facts.ts';

const adult = { name: 'Adult', about: '', pence: 1250 };
const child = { name: 'Child', about: '', pence: 900 };
const companion = { name: 'Companion', about: 'Beside whoever needs one', pence: 0 };

const on = (
  day: string,
  time: string,
  {
    doors = '',
    prices = [adult],
    cancelled = false,
  }: { doors?: string; prices?: (typeof adult)[]; cancelled?: boolean } = {},
) => ({
  starts_at: `2027-04-${day}T${time}:00+01:00`,
  doors_at: doors && `2027-04-${day}T${doors}:00+01:00`,
  prices,
  cancelled,
});

test('the facts about a run with a single start time give that time once', () => {
  const nights = [on('14', '19:30', { doors: '19:00' }), on('15', '19:30', { doors: '19:00' })];
  expect(listPerformanceFacts(nights)).toEqual([
    { name: 'Curtain up', words: '7.30pm' },
    { name: 'Doors', words: '7pm' },
    { name: 'Tickets', words: '£12.50' },
  ]);
});

test('the facts about a run with a matinee give both start times and a relative door time', () => {
  const nights = [on('17', '19:30', { doors: '19:00' }), on('17', '14:30', { doors: '14:00' })];
  expect(listPerformanceFacts(nights).slice(0, 2)).toEqual([
    { name: 'Curtain up', words: '2.30pm or 7.30pm' },
    { name: 'Doors', words: '30 minutes before' },
  ]);
});

test('three start times are joined as a list', () => {
  const nights = [on('16', '10:00'), on('17', '19:30'), on('17', '14:30')];
  expect(listPerformanceFacts(nights)[0]?.words).toBe('10am, 2.30pm or 7.30pm');
});

test('the price range ignores free tickets, unless all tickets are free', () => {
  expect(listPerformanceFacts([on('14', '19:30', { prices: [companion, child, adult] })]).at(-1)?.words).toBe(
    '£9.00 to £12.50',
  );
  expect(listPerformanceFacts([on('14', '19:30', { prices: [companion] })]).at(-1)?.words).toBe('Free');
});

test('the facts about performances leave out unknown values and cancelled performances', () => {
  const nights = [on('14', '19:30', { prices: [] }), on('15', '11:00', { cancelled: true, doors: '10:00' })];
  expect(listPerformanceFacts(nights)).toEqual([{ name: 'Curtain up', words: '7.30pm' }]);
  expect(listPerformanceFacts([])).toEqual([]);
});
