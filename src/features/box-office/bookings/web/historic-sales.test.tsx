import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { SalesResults } from '../contract.ts';
import { SalesReport } from './historic-sales.tsx';

test('the sales report shows the balances of the tickets and of front of house separately', () => {
  const results = {
    showTitle: 'Blithe Spirit',
    performances: [],
    totals: { paid: 5000, cash: 2000, fees: 150, actual_refunds: 1000, net: 5850, retained: 0 },
    foh_totals: { paid: 300, cash: 1200, fees: 0, refunds: 200, net: 1300 },
  };
  const report = <SalesReport id="show" results={results as unknown as SalesResults} />;
  const html = renderElementAt('/members/bookings', report, { site: { site_name: '' } });
  const balances = [...html.matchAll(/Balance in our accounts.*?(£[\d.]+)/g)].map(([, balance]) => balance);
  expect(balances).toEqual(['£58.50', '£13.00']);
});

test('the sales report says “1 place” of a performance with a single place, and “2 places” of one with two', () => {
  const night = { id: 'night', date: '2027-04-14T19:30:00+01:00', cancelled: false, comps: 0, kept: 0, retained: 0 };
  const money = { gross: 1200, discounts: 0, refunds: 0, net: 1200, elsewhere: 0, lines: [] };
  const totals = { paid: 0, cash: 0, fees: 0, actual_refunds: 0, refunds: 0, net: 0, retained: 0 };
  const render = (capacity: number) => {
    const performances = [{ ...night, ...money, sold: 1, capacity }];
    const results = { showTitle: 'Blithe Spirit', performances, totals, foh_totals: totals };
    const report = <SalesReport id="show" results={results as unknown as SalesResults} />;
    return renderElementAt('/members/bookings', report, { site: { site_name: '' } });
  };
  expect(render(1)).toContain('1 sold of 1 place<');
  expect(render(2)).toContain('1 sold of 2 places<');
});
