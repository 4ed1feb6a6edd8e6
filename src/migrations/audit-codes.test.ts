import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { formerActions } from './frozen/audit-codes.ts';
import { migrations } from './index.ts';

const step = migrations.findIndex(([name]) => name === '0095-audit-codes');
const at = (minute: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + minute * 60_000).toISOString();

onEachEmptyPlace('the upgrade turns audit sentences into codes, and fills in who saved each row last', async (on) => {
  const before = await openDatabase(on.place, migrations.slice(0, step));
  await write(before, async (tx) => {
    // Rows as they were at that time: today's columns may not exist yet
    const into = (table: string, row: object) =>
      tx
        .insertInto(table as 'setting')
        .values(row as never)
        .execute();
    const times = { created_at: at(0), updated_at: at(0) };
    for (const id of ['ann', 'dee']) {
      const named = { firstname: id, lastname: 'Moss', email: `${id}@x.example`, email_key: `${id}@x.example` };
      await into('user', { id, ...named, role: 'admin', status: 'active', ...times });
    }
    const day = { first_date: '2027-01-01', first_date_precision: 'day', date: '2027-01-02', date_precision: 'day' };
    await into('show', { id: 'show', title: 'Hamlet', title_key: 'hamlet', cancelled: 0, ...day, ...times });
    for (const id of ['first', 'second']) {
      const starts_at = `2027-01-0${id === 'first' ? 1 : 2}T19:30:00.000Z`;
      await into('performance', { id, show_id: 'show', starts_at, created_at: at(0) });
      const type = { name: 'Adult', name_key: 'adult', pence: 800, ord: 1 };
      await into('ticket_type', { id: `adult ${id}`, performance_id: id, ...type });
    }
    const plan = { name: 'Full', amount: 2000, period: 'yearly', renewal_month: '09', ...times };
    await into('subscription_plan', { id: 'plan', ...plan });
    for (const name of ['settings form', 'docsText', 'about']) await into('setting', { name, value: '' });
    await into('ticket_order', {
      id: 'order',
      ref: 1,
      show_id: 'show',
      status: 'paid',
      source: 'door',
      created_at: at(0),
    });

    let minute = 0;
    const log = (actor_id: string, action: string, subject = '', detail = '') => {
      minute += 1;
      const entry = { id: `entry ${minute}`, at: at(minute), actor_name: actor_id, address: '192.0.2.7' };
      return into('audit', { ...entry, actor_id, action, subject, detail });
    };
    for (const sentence of formerActions.keys()) await log('', sentence, 'other', 'as it was');
    await log('', 'lit a candle', 'other', 'as it was');
    await log('ann', 'added a ticket type', 'first', 'Adult, £8.00');
    await log('dee', 'cancelled a performance', 'first', 'Hamlet');
    await log('', 'brought back a performance', 'first', 'Hamlet');
    await log('ann', 'changed what a user may use', 'dee', 'dee Moss: admin');
    await log('ann', 'changed a subscription plan', 'plan', 'Full');
    await log('dee', 'changed site settings', '', 'about');
    await log('ann', 'changed the words above Member Docs');
    await log('ann', 'changed who an order is for', 'order', '1: name');
    await log('', 'changed what an order asks of its seats', 'order', '1');
    await log('ann', 'changed a show', 'show', 'Hamlet: venue');
    await log('dee', 'changed a ticket type, except at cancelled performances', 'show', 'Adult, £9.00');
    await log('dee', 'removed a ticket type, except at cancelled performances', 'show', '');
  });
  await before.close();

  const db = await openDatabase(on.place, migrations);
  const entries = await db.read.selectFrom('audit').selectAll().orderBy('at').execute();
  const known = [...formerActions.values()];
  expect(entries.slice(0, known.length).map(({ action }) => action)).toEqual(known);
  expect(entries[known.length]?.action).toBe('lit a candle');
  for (const entry of entries.slice(0, known.length + 1)) {
    expect(entry).toMatchObject({ detail: 'as it was', subject: 'other', address: '192.0.2.7' });
  }
  expect(entries.slice(-2).map(({ action, detail }) => [action, detail])).toEqual([
    ['ticket_type.changed', 'Adult, £9.00, except at cancelled performances'],
    ['ticket_type.removed', 'except at cancelled performances'],
  ]);
  const change = write(db, (tx) => tx.updateTable('audit').set({ action: 'show.changed' }).execute());
  await expect(change).rejects.toThrow('rows of audit are added, and never changed');

  const savers = async (
    table: 'user' | 'performance' | 'ticket_type' | 'show' | 'subscription_plan' | 'ticket_order',
  ) =>
    Object.fromEntries(
      (await db.read.selectFrom(table).select(['id', 'updated_by']).execute()).map((row) => [row.id, row.updated_by]),
    );
  expect(await savers('user')).toEqual({ ann: null, dee: 'ann' });
  expect(await savers('subscription_plan')).toEqual({ plan: 'ann' });
  // The user who saved the row last has been erased
  expect(await savers('ticket_order')).toEqual({ order: null });
  expect(await savers('show')).toEqual({ show: 'ann' });
  expect(await savers('performance')).toEqual({ first: null, second: null });
  // The first performance was cancelled for a while, so it may have missed a change that left out cancelled
  // performances
  expect(await savers('ticket_type')).toEqual({ 'adult first': 'ann', 'adult second': 'dee' });
  const plans = await db.read.selectFrom('performance').select(['id', 'plan_updated_by']).orderBy('id').execute();
  expect(plans).toEqual([
    { id: 'first', plan_updated_by: 'ann' },
    { id: 'second', plan_updated_by: 'dee' },
  ]);
  const settings = await db.read.selectFrom('setting').select(['name', 'updated_by']).orderBy('name').execute();
  expect(settings).toEqual([
    { name: 'about', updated_by: null },
    { name: 'docsText', updated_by: 'ann' },
    { name: 'settings form', updated_by: 'dee' },
  ]);
  await db.close();
});
