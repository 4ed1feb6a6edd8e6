import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/engines.ts';
import { demoIds } from '../demo/accounts.ts';
import { migrations } from './index.ts';

const step = migrations.findIndex(([name]) => name === '0040-environments');
const until = (month: string) => `2026-${month}-20T12:00:00.000Z`;

/** The books of a database as they were before the upgrade, and of which environment each entry is after it. */
async function afterUpgrade(place: Parameters<typeof openDatabase>[0], { demo }: { demo: boolean }) {
  const before = await openDatabase(place, migrations.slice(0, step));
  await write(before, async (tx) => {
    // Rows of that time: the columns of today aren't there yet
    const into = (table: string, row: object) =>
      tx
        .insertInto(table as 'setting')
        .values(row as never)
        .execute();
    const [id = ''] = demoIds;
    const user = {
      firstname: 'Vera',
      lastname: 'Crane',
      password_hash: '',
      role: 'admin',
      status: 'active',
      created_at: until('01'),
      updated_at: until('01'),
    };
    if (demo) await into('user', { id, email: 'admin@demo.example', email_key: 'admin@demo.example', ...user });
    const log = { actor_id: '', actor_name: '', subject: '', detail: '', address: '' };
    if (demo) await into('audit', { id: 'left', at: until('09'), action: 'left the demo', ...log });
    const about = { about: 'subscription', plan_id: 'full', label: 'Full member' };
    const entry = { day: '2026-01-20', kind: 'charge', amount: 2500, source: 'cash', ...about };
    await into('entry', { id: 'early', at: until('08'), ...entry });
    await into('entry', { id: 'late', at: until('10'), ...entry });
    const paid = { purpose: 'subscription', kind: 'charge', pence: 2500, created_at: until('11') };
    await into('payment_intent', { id: 'card', environment: 'sandbox', subject: 'x', attempt: 'first', ...paid });
    await into('entry', { id: 'card', at: until('11'), ...entry, source: 'card', square_id: 'P1' });
    const fee = { ...entry, kind: 'fee', amount: -60, source: 'card', charge_id: 'card' };
    await into('entry', { id: 'fee', at: until('11'), ...fee });
  });
  await before.close();
  const db = await openDatabase(place, migrations);
  const rows = await db.read.selectFrom('entry').select(['id', 'environment']).orderBy('id').execute();
  const change = write(db, (tx) => tx.updateTable('entry').set({ amount: 1 }).execute());
  await expect(change).rejects.toThrow('never changed');
  await db.close();
  return Object.fromEntries(rows.map(({ id, environment }) => [id, environment]));
}

onEachEmptyPlace('a society’s entries from before the upgrade are real, but what a sandbox paid', async ({ place }) => {
  const sandbox = { card: 'sandbox', fee: 'sandbox' };
  expect(await afterUpgrade(place, { demo: false })).toEqual({ early: 'production', late: 'production', ...sandbox });
});

onEachEmptyPlace('what was entered until a demo was left was for practice', async ({ place }) => {
  const sandbox = { card: 'sandbox', fee: 'sandbox' };
  expect(await afterUpgrade(place, { demo: true })).toEqual({ early: 'practice', late: 'production', ...sandbox });
});
