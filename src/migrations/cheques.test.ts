import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { migrations } from './index.ts';

const step = migrations.findIndex(([name]) => name === '0078-cheques');

onEachEmptyPlace('the ledger keeps its entries, constraints and triggers when cheques are added', async ({ place }) => {
  const about = { about: 'subscription', plan_id: 'full', label: 'Full member' } as const;
  const at = '2026-01-20T12:00:00.000Z';
  const paid = { at, day: '2026-01-20', kind: 'charge', amount: 2500, environment: 'production', ...about } as const;
  const before = await openDatabase(place, migrations.slice(0, step));
  await write(before, async (tx) => {
    // A row as it was at that time: today's columns don't exist yet
    const insert = (row: object) => tx.insertInto('entry').values(row as never);
    await insert({ ...paid, id: 'charge', source: 'cash' }).execute();
    await insert({
      ...paid,
      id: 'refund',
      source: 'cash',
      kind: 'refund',
      amount: -500,
      charge_id: 'charge',
    }).execute();
    await insert({ ...paid, id: 'contrary', source: 'cash', amount: -2500, corrects: 'charge' }).execute();
  });
  await before.close();

  const db = await openDatabase(place, migrations);
  const entries = () => db.read.selectFrom('entry').select(['id', 'source', 'charge_id', 'corrects']).orderBy('id');
  expect(await entries().execute()).toEqual([
    { id: 'charge', source: 'cash', charge_id: null, corrects: null },
    { id: 'contrary', source: 'cash', charge_id: null, corrects: 'charge' },
    { id: 'refund', source: 'cash', charge_id: 'charge', corrects: null },
  ]);
  const insert = (row: object) =>
    write(db, (tx) =>
      tx
        .insertInto('entry')
        .values({ ...paid, ...row } as never)
        .execute(),
    );
  await insert({ id: 'cheque', source: 'cheque' });
  await expect(insert({ id: 'shells', source: 'shells' })).rejects.toThrow(/check/i);
  await expect(insert({ id: 'orphan', source: 'cash', corrects: 'nothing' })).rejects.toThrow(/foreign key/i);
  await expect(insert({ id: 'twice', source: 'cash', amount: -2500, corrects: 'charge' })).rejects.toThrow();
  const change = write(db, (tx) => tx.updateTable('entry').set({ amount: 1 }).execute());
  await expect(change).rejects.toThrow('never changed');
  const removal = write(db, (tx) => tx.deleteFrom('entry').execute());
  await expect(removal).rejects.toThrow('never changed');
  expect(await entries().execute()).toHaveLength(4);
  await db.close();
});
