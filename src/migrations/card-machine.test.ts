import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0090-card-machine');

onEachEmptyPlace(
  'card machine payments stored as bank transfers, and their refunds, are converted by the upgrade',
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
      const order = { show_id: 'show', status: 'paid', source: 'phone', created_at: noon, paid_by: 'card' };
      const entry = { at: noon, day: '2026-11-21', environment: 'production', about: 'tickets', source: 'transfer' };
      const about = { show_id: 'show', label: 'Hamlet', plan_id: '' };
      const charge = { ...entry, ...about, kind: 'charge', amount: 2400 };
      for (const [ref, id, paid_by] of [
        [1, 'machine', 'card'],
        [2, 'bank', 'transfer'],
      ] as const) {
        await into('ticket_order', { ...order, id, ref });
        await into('entry', { ...charge, id });
        await into('order_charge', { entry_id: id, order_id: id, paid_by });
        await into('entry', { ...charge, id: `${id} refund`, kind: 'refund', amount: -1200, charge_id: id });
        const undone = { charge_id: id, corrects: `${id} refund` };
        await into('entry', { ...charge, id: `${id} undone`, kind: 'refund', ...undone, amount: 1200 });
      }
      await into('entry', { ...charge, id: 'in cash', source: 'cash' });
      const cash = { ...charge, source: 'cash', kind: 'refund', amount: -200, charge_id: 'machine' };
      await into('entry', { ...cash, id: 'paid in cash' });
    });
    const sums = async (db: Awaited<ReturnType<typeof openDatabase>>) =>
      (await db.read.selectFrom('entry').select('amount').execute()).reduce((sum, { amount }) => sum + amount, 0);
    const total = await sums(before);
    await before.close();
    const db = await openDatabase(on.place, migrations);
    const entries = await db.read.selectFrom('entry').select(['id', 'source']).execute();
    const machine = 'card_machine';
    expect(Object.fromEntries(entries.map(({ id, source }) => [id, source]))).toEqual({
      ...{ machine, 'machine refund': machine, 'machine undone': machine },
      ...{ bank: 'transfer', 'bank refund': 'transfer', 'bank undone': 'transfer' },
      ...{ 'in cash': 'cash', 'paid in cash': 'cash' },
    });
    expect(await sums(db)).toBe(total);
    // After the upgrade, the ledger refuses changes as before
    await expect(write(db, (tx) => tx.updateTable('entry').set({ source: 'cash' }).execute())).rejects.toThrow();
    await db.close();
  },
);
