import { expect, test } from 'vitest';
import { listShowOrdersForBoxOffice } from '#features/box-office/orders/server/index.ts';
import { countPlaces } from '#features/box-office/performances/server/index.ts';
import { onEachEngine, onSqlite } from '#tests/support/site/engines.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { buildDemoShowId } from '../people/ids.ts';
import { seedDemo } from '../seed.ts';
import { buildDemoSociety } from '../society/demo.ts';
import { buildPastSales } from './orders.ts';
import { buildCashTakings } from './payments.ts';
import { buildDemoPerformances } from './performances.ts';

// Only the first day is tested on both engines, because the engines don't treat other dates differently
for (const [index, day] of ['2026-11-21', '2027-01-31', '2028-02-29'].entries()) {
  (index === 0 ? onEachEngine : onSqlite)(
    `on ${day} the demo’s box office has orders of every kind, numbered in the order of sale`,
    async ({ db }) => {
      const now = `${day}T12:00:00.000Z`;
      await seedDemo(db, new Date(now));
      const orders = await listShowOrdersForBoxOffice(db.read, buildDemoShowId('the next show'), {
        timeZone: 'Europe/London',
        all: contributions,
      });
      expect(orders.length).toBeGreaterThanOrEqual(60);
      const have = <T>(of: (order: (typeof orders)[number]) => T) => [...new Set(orders.map(of))].sort();
      expect(have(({ source }) => source)).toEqual(['door', 'import', 'online', 'phone']);
      expect(have(({ status }) => status)).toEqual(['cancelled', 'comp', 'paid', 'refunded', 'reserved']);
      expect(have(({ paid_by }) => paid_by)).toEqual(['', 'card', 'cash', 'transfer']);
      expect(orders.filter(({ email }) => email !== '').length).toBeGreaterThan(15);
      // Some refunds are due, and at least one paid order had a special price
      expect(orders.some(({ back }) => back > 0)).toBe(true);
      expect(orders.some(({ status, reason }) => status === 'paid' && reason !== '')).toBe(true);
      const numbered = orders.toSorted((one, other) => one.ref - other.ref);
      const made = numbered.map(({ created_at }) => Date.parse(created_at));
      expect(made).toEqual(made.toSorted((one, other) => one - other));
      const used = await db.read
        .selectFrom('promo_code')
        .leftJoin('ticket_order', 'ticket_order.promo', 'promo_code.code')
        .select(['promo_code.code', 'promo_code.off', ({ fn }) => fn.count<number>('ticket_order.id').as('orders')])
        .groupBy(['promo_code.code', 'promo_code.off'])
        .execute();
      expect(used.map(({ code, off, orders: count }) => [code, off, Number(count) > 0]).sort()).toEqual([
        ['EARLYBIRD', 1, false],
        ['NEIGHBOURS', 0, true],
      ]);
      const mods = await db.read.selectFrom('booking_mod').select('kind').orderBy('ord').execute();
      expect(mods.map(({ kind }) => kind)).toEqual(['move', 'add', 'new', 'new']);
      // Only one performance is sold out
      const nights = buildDemoPerformances(day).map(({ id }) => id);
      const places = await countPlaces(db.read, nights, now);
      expect(nights.filter((id) => (places.get(id)?.sold ?? 0) === places.get(id)?.total)).toEqual([nights[2]]);
      // Leaves out orders sold by another shop and orders with a refund due. Door takings from before the site had
      // orders are reported as charges for no order
      const elsewhere = orders
        .filter(({ source, back }) => source === 'import' || back > 0)
        .map(({ ref }) => `${ref} is`);
      const broken = (await findBrokenRules(db)).filter((rule) => !elsewhere.some((some) => rule.startsWith(some)));
      expect(broken.map((rule) => rule.replace(/^\d+ /, ''))).toEqual(['charges are for no order']);
    },
  );
}

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
