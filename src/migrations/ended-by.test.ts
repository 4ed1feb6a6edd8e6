import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const today = '2026-11-21';
const step = migrations.findIndex(([name]) => name === '0069-ended-by');

onEachEmptyPlace('which refund ended a paid year is told by its day, of the refunds before the upgrade', async (on) => {
  const before = await openDatabase(on.place, migrations.slice(0, step));
  await write(before, async (tx) => {
    // Rows of that time: the columns of today may not be there yet
    const into = (table: string, row: object) =>
      tx
        .insertInto(table as 'setting')
        .values(row as never)
        .execute();
    const who = { firstname: 'Ruth', lastname: 'Marsh', password_hash: '', role: 'member', status: 'active' };
    const ruth = { email: 'ruth@players.example', email_key: 'ruth@players.example', ...who };
    await into('user', { id: 'ruth', ...ruth, created_at: noon, updated_at: noon });
    const yearly = { amount: 2400, period: 'yearly', renewal_month: '09', created_at: noon, updated_at: noon };
    await into('subscription_plan', { id: 'full', name: 'Full member', ...yearly });
    const held = { user_id: 'ruth', plan_id: 'full', sub_for: 'SELF', amount: 2400, status: 'lapsed' };
    const days = { started_on: '2026-09-01', renews_on: today, created_at: noon };
    await into('subscription', { id: 'held', ...held, ...days });
    const about = { environment: 'production', about: 'subscription', plan_id: 'full', label: 'Full member' };
    const year = async (id: string, renews_on: string, refunds: Record<string, string>) => {
      const entry = { at: noon, source: 'cash', ...about };
      await into('entry', { id, ...entry, day: '2026-09-01', kind: 'charge', amount: 2400 });
      for (const [refund, day] of Object.entries(refunds))
        await into('entry', { id: refund, ...entry, day, kind: 'refund', amount: -400, charge_id: id });
      const paid = { begins_on: '2026-09-01', renews_on, amount: 2400, source: 'cash', entry_id: id };
      await into('subscription_year', { id, subscription_id: 'held', ...paid });
    };
    await year('ended', today, { earlier: '2026-11-20', slip: today, whole: today });
    const slip = { at: noon, day: today, kind: 'refund', amount: 400, source: 'cash', charge_id: 'ended', ...about };
    await into('entry', { id: 'taken back', ...slip, corrects: 'slip' });
    await year('before it began', '2026-08-31', { 'a day before': '2026-08-20' });
    await year('running', '2027-09-01', { part: '2026-11-20' });
  });
  await before.close();
  const db = await openDatabase(on.place, migrations);
  const years = await db.read.selectFrom('subscription_year').select(['id', 'ended_by']).orderBy('id').execute();
  expect(Object.fromEntries(years.map(({ id, ended_by }) => [id, ended_by]))).toEqual({
    ...{ ended: 'whole', running: null },
    'before it began': 'a day before',
  });
  await db.close();
});
