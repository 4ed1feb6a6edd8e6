import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createInitialSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';
import type { SalesResults } from '../contract.ts';
import { SalesReport } from './sales.tsx';

test('the sales report shows the balances of the tickets and of front of house separately', () => {
  const results = {
    showTitle: 'Blithe Spirit',
    performances: [],
    totals: { paid: 5000, cash: 2000, fees: 150, actual_refunds: 1000, net: 5850, retained: 0 },
    foh_totals: { paid: 300, cash: 1200, fees: 0, refunds: 200, net: 1300 },
  };
  const view = { path: '/', query: '', page: { type: 'logout', title: '' } };
  // biome-ignore lint/suspicious/noExplicitAny: the report reads nothing but the society's name
  const snapshot = createInitialSnapshot({ ...view, screen: { default: () => null }, site: { site_name: '' } } as any, {
    visit: '1',
    entry: '1',
  });
  const navigating = { subscribe: () => () => {}, snapshot: () => snapshot, first: snapshot };
  const html = renderToString(
    // biome-ignore lint/suspicious/noExplicitAny: nothing navigates here
    <NavigationContext value={navigating as any}>
      <SalesReport id="show" results={results as unknown as SalesResults} />
    </NavigationContext>,
  );
  const balances = [...html.matchAll(/Balance in our accounts.*?(£[\d.]+)/g)].map(([, balance]) => balance);
  expect(balances).toEqual(['£58.50', '£13.00']);
});
