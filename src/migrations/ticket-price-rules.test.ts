import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0074-ticket-price-rules');

onEachEmptyPlace(
  'tickets sold before the upgrade get their type’s id and the rule behind their discount',
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
      const at = { created_at: noon, updated_at: noon };
      await into('show', { id: 'show', title: 'Hamlet', title_key: 'hamlet', cancelled: 0, ...day, ...at });
      await into('performance', {
        id: 'night',
        show_id: 'show',
        starts_at: '2027-01-01T19:30:00.000Z',
        created_at: noon,
      });
      const type = { performance_id: 'night', pence: 1200, ord: 1 };
      await into('ticket_type', { id: 'adult', name: 'Adult', name_key: 'adult', ...type });
      const code = { show_id: 'show', pence: 0, created_at: noon };
      await into('promo_code', { id: 'half', code: 'HALF', code_key: 'HALF', percent: 50, ...code });
      await into('promo_code', { id: 'two', code: 'TWO', code_key: 'TWO', ...code, pence: 200 });
      const order = (id: string, ref: number, promo: string) =>
        into('ticket_order', { id, ref, show_id: 'show', status: 'paid', source: 'online', created_at: noon, promo });
      await order('by percent', 1, 'HALF');
      await order('by pounds', 2, 'TWO');
      const ticket = { performance_id: 'night', type: 'Adult' };
      await into('ticket', { id: 'half', order_id: 'by percent', pence: 1200, discount: 600, ...ticket });
      await into('ticket', { id: 'two', order_id: 'by pounds', pence: 1200, discount: 200, ...ticket });
      await into('ticket', { id: 'added', order_id: 'by pounds', pence: 0, discount: 0, ...ticket });
      await into('ticket', { id: 'gone', order_id: 'by pounds', pence: 900, ...ticket, type: 'Senior' });
      const mod = { kind: 'add', order_id: 'by pounds', ref: 2, change_quantity: 1, ord: 1 };
      await into('booking_mod', { id: 'mod', ...mod });
      await into('booking_mod_ticket', { mod_id: 'mod', ticket_id: 'added' });
      const held = { id: 'held', basket_id: 'basket', performance_id: 'night', pence: 1200, held_until: noon };
      await into('held_ticket', { ...held, type: 'Adult' });
    });
    await before.close();
    const db = await openDatabase(on.place, migrations);
    const tickets = await db.read.selectFrom('ticket').selectAll().execute();
    expect(
      Object.fromEntries(tickets.map((row) => [row.id, [row.type_id, row.percent, row.off_pence, row.complimentary]])),
    ).toEqual({
      half: ['adult', 50, 0, 0],
      two: ['adult', 0, 200, 0],
      added: ['adult', 0, 0, 1],
      gone: ['', 0, 0, 0],
    });
    expect(await db.read.selectFrom('held_ticket').select('type_id').execute()).toEqual([{ type_id: 'adult' }]);
    await db.close();
  },
);
