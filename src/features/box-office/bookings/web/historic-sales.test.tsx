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
