import { expect, test } from 'vitest';
import { buildDemoSociety } from '../society/demo.ts';
import { buildCashTakings } from './ledger.ts';
import { buildPastSales } from './past-sales.ts';

test.each(['2026-11-21', '2027-01-31', '2028-02-29'])(
  'in the demo on %s, every performance of two past shows has sales, and one is sold out',
  (day) => {
    const { shows } = buildDemoSociety(day);
    const { performances, orders, entries, shows: itemised } = buildPastSales(shows, day);
    expect(itemised.size).toBe(2);
    const tickets = orders.flatMap((order) => order.tickets);
    const sold = performances.map(({ id }) => tickets.filter(({ performance_id }) => performance_id === id).length);
    expect(sold.every((count) => count >= 48 && count <= 96)).toBe(true);
    expect(sold).toContain(96);
    expect(performances.every(({ starts_at }) => starts_at < `${day}T23`)).toBe(true);
    expect(new Set(orders.map(({ order }) => order.id)).size).toBe(orders.length);
    expect(orders.every(({ order }, at) => order.created_at >= (orders[at - 1]?.order.created_at ?? ''))).toBe(true);
    // The ledger contains each ticket exactly once
    const paid = tickets.reduce((sum, { pence }) => sum + pence, 0);
    expect(entries.reduce((sum, { pence }) => sum + pence, 0)).toBe(paid);
    const others = buildCashTakings(shows, day, itemised).filter(
      (entry) => entry.kind === 'charge' && entry.about.about === 'tickets',
    );
    expect(
      others.some((entry) => entry.kind === 'charge' && 'show_id' in entry.about && itemised.has(entry.about.show_id)),
    ).toBe(false);
  },
);
