import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0091-settled-elsewhere');

onEachEmptyPlace(
  'the upgrade changes refunded orders to cancelled if this site had charged nothing for them',
  async (on) => {
    const before = await openDatabase(on.place, migrations.slice(0, step));
    await write(before, async (tx) => {
      // Rows as they were at that time: today's columns may not exist yet
      const into = (table: string, row: object) =>
        tx
          .insertInto(table as 'setting')
          .values(row as never)
          .execute();
      const day = { first_date: '2027-01-01', first_date_precision: 'day', date: '2027-01-02', date_precision: 'day' };
      const times = { created_at: noon, updated_at: noon };
      await into('show', { id: 'show', title: 'Hamlet', title_key: 'hamlet', cancelled: 0, ...day, ...times });
      const starts = { show_id: 'show', starts_at: '2027-01-01T19:30:00.000Z', created_at: noon };
      await into('performance', { id: 'cancelled', ...starts, cancelled_at: noon });
      await into('performance', { id: 'played', ...starts });
      const orders = [
        { id: 'elsewhere', source: 'import', performance_id: 'cancelled' },
        { id: 'returned elsewhere', source: 'import', performance_id: 'played' },
        { id: 'free', source: 'online', performance_id: 'cancelled' },
        { id: 'paid', source: 'online', performance_id: 'cancelled' },
      ];
      for (const [index, { id, source, performance_id }] of orders.entries()) {
        const order = { id, ref: index + 1, show_id: 'show', status: 'refunded', source, created_at: noon };
        await into('ticket_order', order);
        const ticket = { order_id: id, performance_id, type: 'Adult', pence: 1200, given_back_at: noon };
        await into('ticket', { id: `${id} 1`, ...ticket });
        await into('ticket', { id: `${id} 2`, ...ticket, discount: 200 });
      }
      await into('order_charge', { entry_id: 'charge', order_id: 'paid' });
    });
    await before.close();
    const db = await openDatabase(on.place, migrations);
    const after = await db.read
      .selectFrom('ticket_order')
      .select(['id', 'status', 'elsewhere_pence'])
      .orderBy('ref')
      .execute();
    await db.close();
    expect(after).toEqual([
      { id: 'elsewhere', status: 'cancelled', elsewhere_pence: 2200 },
      { id: 'returned elsewhere', status: 'cancelled', elsewhere_pence: null },
      { id: 'free', status: 'cancelled', elsewhere_pence: null },
      { id: 'paid', status: 'refunded', elsewhere_pence: null },
    ]);
  },
);
