import { expect, test } from 'vitest';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { assignOrderAbbreviations } from '../../colours.ts';
import { createDisplayedRowGetter, formatRequestSigns } from './seat-view.ts';

test('a seat has a sign for each recorded request of its party, and one for a note', () => {
  expect(formatRequestSigns({ note: '', needs: [], wishes: [] })).toBe('');
  expect(formatRequestSigns({ note: '', needs: ['loop'], wishes: [] })).toBe('L');
  expect(formatRequestSigns({ note: 'At the back, please', needs: ['loop'], wishes: ['aisle'] })).toBe('LA!');
  expect(
    formatRequestSigns({ note: 'Hello', needs: ['wheelchair', 'companion', 'loop', 'steps'], wishes: ['front'] }),
  ).toBe('WCLSF!');
  expect(formatRequestSigns({ note: 'Front row', needs: [], wishes: [] })).toBe('!');
});

test('a block across the aisle shows its party’s abbreviation and signs once on each side', () => {
  const order = {
    ref: 2001,
    name: 'Jean Tolley',
    tickets_count: 4,
    note: 'Aisle',
    needs: ['loop'],
    wishes: ['aisle'],
  } as unknown as PerformanceOrder;
  const plan = { rowCount: 1, hiddenSeats: [], assignments: { A5: '2001', A6: '2001', A7: '2001', A8: '2001' } };
  const look = { orders: [order], colours: new Map([['2001', 1]]), abbreviations: assignOrderAbbreviations([order]) };
  const { seats } = createDisplayedRowGetter(plan, { ...look, chosen: undefined, withHidden: false, heldSeats: [] })(0);
  expect(seats.map((seat) => seat?.sign).slice(4, 8)).toEqual(['LA!', '', 'LA!', '']);
  expect(seats.map((seat) => seat?.text).slice(4, 8)).toEqual(['JT', '6', 'JT', '8']);
});
