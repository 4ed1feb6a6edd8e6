import { expect, test } from 'vitest';
import { formatSeatNotes } from './booking-advice.ts';
import { formatSeatAriaLabel, formatSeatSelection, toggleSeat, toSeatPlan } from './seat-selection.ts';

const plan = toSeatPlan({
  rowCount: 2,
  hiddenSeats: ['A4'],
  taken: ['B6'],
  kinds: { A1: 'wheelchair', A2: 'companion', B12: 'restricted' },
});

test('pressing a free seat moves the party there, pressing a chosen seat removes it, and pressing a further seat then adds it', () => {
  expect(toggleSeat(plan, [], 'B3', 2)).toEqual(['B3', 'B4']);
  expect(toggleSeat(plan, ['B3'], 'B2', 2)).toEqual(['B2', 'B3']);
  expect(toggleSeat(plan, ['B2', 'B3'], 'B3', 2)).toEqual(['B2']);
});

test('with all seats chosen, pressing another seat moves the whole party as far as seats are free', () => {
  expect(toggleSeat(plan, ['B1', 'B2'], 'B8', 2)).toEqual(['B8', 'B9']);
  expect(toggleSeat(plan, ['A8', 'A9', 'A10'], 'B4', 3)).toEqual(['B3', 'B4', 'B5']);
  expect(toggleSeat(plan, ['B1', 'B2'], 'A3', 2)).toEqual(['A3']);
  expect(toggleSeat(plan, ['B1', 'B2'], 'A1', 2)).toEqual(['A1', 'A2']);
});

test('pressing an unavailable seat changes nothing', () => {
  for (const seat of ['B6', 'A4', 'C1', 'nothing']) expect(toggleSeat(plan, ['B1'], seat, 2)).toEqual(['B1']);
});

test('a seat’s label names everything about it, and special seats are described before payment', () => {
  expect(formatSeatAriaLabel('A1', { kind: 'wheelchair', state: 'yours' })).toBe(
    'Row A seat 1, wheelchair space, yours',
  );
  expect(formatSeatAriaLabel('B6', { kind: '', state: 'taken' })).toBe('Row B seat 6, taken');
  expect(formatSeatSelection(['B2', 'B3'], 3)).toBe('B2, B3. One more to choose.');
  expect(formatSeatSelection([], 2)).toBe('No seats chosen. 2 more to choose.');
  expect(formatSeatSelection(['B2', 'B3'], 2)).toBe('B2, B3.');
  expect(formatSeatSelection(['B2', 'B3'], 1)).toBe('B2, B3: 1 too many. Select the ones you don’t want.');
  expect(formatSeatNotes([{ seat: 'B2', kind: '' }])).toBe('');
  expect(formatSeatNotes([{ seat: 'B12', kind: 'restricted' }])).toContain('B12: restricted view');
});
