import { expect } from 'vitest';
import { allocateReferences } from '#features/box-office/orders/server/order-numbers.ts';
import { openDatabase, write, writeSale } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0065-order-numbers');

onEachEmptyPlace(
  'orders keep the numbers that were drawn for them, and the next come after all of them',
  async (on) => {
    const before = await openDatabase(on.place, migrations.slice(0, step));
    await write(before, async (tx) => {
      // Rows of that time: the columns of today may not be there yet
      const into = (table: string, row: object) =>
        tx
          .insertInto(table as 'setting')
          .values(row as never)
          .execute();
      const day = { first_date: '2027-01-01', first_date_precision: 'day', date: '2027-01-02', date_precision: 'day' };
      const at = { created_at: noon, updated_at: noon };
      await into('show', { id: 'show', title: 'Hamlet', title_key: 'hamlet', cancelled: 0, ...day, ...at });
      for (const ref of [732_114, 104_877]) {
        const order = { id: `${ref}`, ref, show_id: 'show', status: 'paid', source: 'door', created_at: noon };
        await into('ticket_order', order);
      }
    });
    await before.close();
    const db = await openDatabase(on.place, migrations);
    const orders = await db.read.selectFrom('ticket_order').select(['id', 'ref']).execute();
    expect(orders.map(({ id, ref }) => [id, `${ref}`]).toSorted()).toEqual([
      ['104877', '104877'],
      ['732114', '732114'],
    ]);
    expect(await writeSale(db, (tx) => allocateReferences(tx, 2))).toBe(732_115);
    expect(await writeSale(db, (tx) => allocateReferences(tx, 1))).toBe(732_117);
    await db.close();
  },
);
