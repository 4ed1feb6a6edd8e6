import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSeatForSale } from '#features/box-office/seating/seat-choice.ts';
import { formatSeatNotes } from './booking-advice.ts';
import {
  applySeatClick,
  formatSeatAriaLabel,
  formatSeatCountPrompt,
  formatSeatSelection,
  listChosenSeats,
  toSeatPlan,
  toSuggestedSelection,
} from './seat-selection.ts';

const plan = toSeatPlan({
  rowCount: 2,
  hiddenSeats: ['A4'],
  taken: ['B6'],
  kinds: { A1: 'wheelchair', A2: 'companion', B12: 'restricted' },
});

/**
 * Returns the seats of a party of `count` after each click. The best seats for the party are B1 and the seats next to
 * it.
 */
function clickThrough(count: number, ...clicks: readonly string[]): string[] {
  let selection = toSuggestedSelection(['B1', 'B2', 'B3'].slice(0, count));
  return clicks.map((seat) => {
    selection = applySeatClick(plan, selection, seat, count);
    return listChosenSeats(selection, count).join(' ');
  });
}

test('the first click moves the whole party, and further clicks on its seats leave it there', () => {
  expect(clickThrough(2, 'B8', 'B9')).toEqual(['B8 B9', 'B8 B9']);
  expect(clickThrough(2, 'B8', 'B8', 'B9')).toEqual(['B8 B9', 'B8 B9', 'B8 B9']);
  expect(clickThrough(3, 'B8', 'B10', 'B9')).toEqual(['B8 B9 B10', 'B8 B9 B10', 'B8 B9 B10']);
  expect(clickThrough(2, 'B1', 'B2')).toEqual(['B1 B2', 'B1 B2']);
});

test('further clicks choose seats one by one, and move the party once all are selected', () => {
  expect(clickThrough(2, 'B8', 'B11', 'B3')).toEqual(['B8 B9', 'B8 B11', 'B3 B4']);
  expect(clickThrough(3, 'B8', 'A6', 'B3')).toEqual(['B8 B9 B10', 'A6 B8 B9', 'A6 B3 B8']);
});

test('once every seat of a party was clicked, another click on a seat deselects it', () => {
  expect(clickThrough(2, 'B8', 'B9', 'B9', 'B11')).toEqual(['B8 B9', 'B8 B9', 'B8', 'B8 B11']);
  expect(clickThrough(1, 'B8', 'B8', 'B9')).toEqual(['B8', '', 'B9']);
});

test('a click seats as much of the party as adjacent seats allow, and further clicks add seats', () => {
  expect(clickThrough(3, 'B4')).toEqual(['B3 B4 B5']);
  expect(clickThrough(2, 'A3', 'B3')).toEqual(['A3', 'A3 B3']);
  expect(clickThrough(2, 'A1')).toEqual(['A1 A2']);
});

test('when a party becomes smaller, suggested seats are dropped and chosen seats stay', () => {
  expect(listChosenSeats({ selected: ['B8'], suggested: ['B9', 'B10'] }, 2)).toEqual(['B8', 'B9']);
  const tooMany = { selected: ['B8', 'B9'], suggested: [] };
  expect(listChosenSeats(tooMany, 1)).toEqual(['B8', 'B9']);
  expect(applySeatClick(plan, tooMany, 'B9', 1)).toEqual({ selected: ['B8'], suggested: [] });
});

test('clicks choose at most one free seat for each ticket, and no seat twice', () => {
  const seats = Array.from({ length: 24 }, (_, at) => `${at < 12 ? 'A' : 'B'}${(at % 12) + 1}`);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.constantFrom(...seats), { maxLength: 12 }),
      (count, clicks) => {
        let selection = toSuggestedSelection([]);
        for (const seat of clicks) {
          const before = listChosenSeats(selection, count);
          selection = applySeatClick(plan, selection, seat, count);
          const after = listChosenSeats(selection, count);
          expect(after.length).toBeLessThanOrEqual(count);
          expect(new Set(after).size).toBe(after.length);
          expect(after.filter((one) => !isSeatForSale(plan, one))).toEqual([]);
          if (isSeatForSale(plan, seat) && !before.includes(seat)) expect(after).toContain(seat);
          if (!isSeatForSale(plan, seat)) expect(after).toEqual(before);
        }
      },
    ),
  );
});

test('clicking an unavailable seat changes nothing', () => {
  const selection = toSuggestedSelection(['B1']);
  for (const seat of ['B6', 'A4', 'C1', 'nothing']) expect(applySeatClick(plan, selection, seat, 2)).toBe(selection);
});

test('seat labels name kind and state, selections say how many seats are missing or too many, and notes describe special seats', () => {
  expect(formatSeatAriaLabel('A1', { kind: 'wheelchair', state: 'yours' })).toBe(
    'Row A seat 1, wheelchair space, yours',
  );
  expect(formatSeatAriaLabel('B6', { kind: '', state: 'taken' })).toBe('Row B seat 6, taken');
  expect(formatSeatSelection(['B2', 'B3'], 3)).toBe('B2, B3. Choose one more seat.');
  expect(formatSeatSelection([], 2)).toBe('No seats chosen. Choose 2 seats.');
  expect(formatSeatSelection(['B2', 'B3'], 2)).toBe('B2, B3.');
  expect(formatSeatSelection(['B2', 'B3'], 1)).toBe('B2, B3: 1 too many. Select the seats you don’t want.');
  expect(formatSeatCountPrompt(['B2', 'B3'], 3)).toBe('Choose one more seat');
  expect(formatSeatCountPrompt(['B2'], 4)).toBe('Choose 3 more seats');
  expect(formatSeatCountPrompt([], 1)).toBe('Choose a seat');
  expect(formatSeatCountPrompt(['B2', 'B3'], 1)).toBe('Remove one seat');
  expect(formatSeatCountPrompt(['B2', 'B3'], 2)).toBe('');
  expect(formatSeatNotes([{ seat: 'B2', kind: '' }])).toBe('');
  expect(formatSeatNotes([{ seat: 'B12', kind: 'restricted' }])).toContain('B12: restricted view');
});
