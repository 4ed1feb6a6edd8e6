import { expect, test } from 'vitest';
import type { PerformanceOrder } from '#features/orders/contract.ts';
import { marksOf } from '../colours.ts';
import { rowViews, signsOf } from './seat-view.ts';

test('all that a party needs has its sign, what it ticked and what its note asks for', () => {
  expect(signsOf({ note: '', needs: [] })).toBe('');
  expect(signsOf({ note: '', needs: ['loop'] })).toBe('L');
  expect(signsOf({ note: 'On the aisle, please', needs: ['loop'] })).toBe('LA!');
  expect(signsOf({ note: 'Front row', needs: ['wheelchair', 'companion', 'loop', 'steps'] })).toBe('WCLSF!');
  expect(signsOf({ note: 'It is her birthday', needs: [] })).toBe('!');
});

test('a block has its party’s mark and signs once, on either side of the aisle', () => {
  const order = {
    ref: 2001,
    name: 'Jean Tolley',
    tickets_count: 4,
    note: 'Aisle',
    needs: ['loop'],
  } as unknown as PerformanceOrder;
  const plan = { rowCount: 1, hiddenSeats: [], assignments: { A5: '2001', A6: '2001', A7: '2001', A8: '2001' } };
  const look = { orders: [order], colours: new Map([['2001', 1]]), marks: marksOf([order]) };
  const { seats } = rowViews(plan, { ...look, chosen: undefined, withHidden: false, bought: [] })(0);
  expect(seats.map((seat) => seat?.sign).slice(4, 8)).toEqual(['LA!', '', 'LA!', '']);
  expect(seats.map((seat) => seat?.mark).slice(4, 8)).toEqual(['JT', '6', 'JT', '8']);
});
