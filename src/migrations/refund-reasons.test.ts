import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0072-refund-reasons');

onEachEmptyPlace('the upgrade keeps the reasons of card refunds and the method of each payment', async (on) => {
  const before = await openDatabase(on.place, migrations.slice(0, step));
  await write(before, async (tx) => {
    // Rows as they were at that time: today's columns may not exist yet
    const into = (table: string, row: object) =>
      tx
        .insertInto(table as 'setting')
        .values(row as never)
        .execute();
    const intent = { environment: 'production', purpose: 'tickets', show_id: 'hamlet', label: 'Hamlet', pence: 500 };
    const empty = { subject: '', plan_id: '', source: '', verification: '', customer: '', location: '', ends: 0 };
    const states = { provider_id: '', declined_because: '', card_brand: '', last_4: '', status: 'settled' };
    const row = { ...intent, ...empty, ...states, created_at: noon };
    await into('payment_intent', { ...row, id: 'charge', kind: 'charge', attempt: '1', note: 'Order 7' });
    await into('payment_intent', {
      ...row,
      id: 'refund',
      kind: 'refund',
      attempt: '2',
      charge_id: 'charge',
      note: 'Ill',
    });
    const when = { first_date: '2027-04-14', first_date_precision: 'day', date: '2027-04-14', date_precision: 'day' };
    const texts = ['subtitle', 'author', 'venue', 'company', 'season', 'genre', 'show_type', 'programme', 'banner'];
    const more = ['noda_review', 'radio_audio', 'text_blob'];
    const unsaid = Object.fromEntries([...texts, ...more].map((name) => [name, '']));
    const made = { cancelled: 0, created_at: noon, updated_at: noon };
    await into('show', {
      id: 'hamlet',
      title: 'Hamlet',
      title_key: 'hamlet',
      ...when,
      ...unsaid,
      ...made,
    });
    const order = {
      show_id: 'hamlet',
      name: 'Ann',
      email: '',
      phone: '',
      note: '',
      status: 'paid',
      reason: '',
      needs: '',
      promo: '',
    };
    const entry = {
      at: noon,
      day: '2026-11-21',
      kind: 'charge',
      amount: 500,
      environment: 'production',
      about: 'tickets',
    };
    const sold = { plan_id: '', show_id: 'hamlet', label: 'Hamlet' };
    const paid = {
      machine: ['phone', 'card', 'transfer'],
      bank: ['phone', 'transfer', 'transfer'],
      online: ['online', 'card', 'card'],
      exchanged: ['online', 'card', 'transfer'],
    };
    let ref = 0;
    for (const [id, [source, paid_by, from]] of Object.entries(paid)) {
      ref += 1;
      await into('ticket_order', { ...order, id, ref, source, paid_by, created_at: noon });
      await into('entry', { ...entry, ...sold, id: `${id} charge`, source: from });
      await into('order_charge', { entry_id: `${id} charge`, order_id: id });
    }
    await into('order_charge', { entry_id: 'gone', order_id: 'bank' });
  });
  await before.close();
  const db = await openDatabase(on.place, migrations);
  expect(await db.read.selectFrom('entry_note').selectAll().execute()).toEqual([
    { entry_id: 'refund', reason: 'Ill', user_id: null },
  ]);
  const charges = await db.read.selectFrom('order_charge').select(['entry_id', 'paid_by']).execute();
  expect(Object.fromEntries(charges.map(({ entry_id, paid_by }) => [entry_id, paid_by]))).toEqual({
    'machine charge': 'card',
    'bank charge': 'transfer',
    'online charge': 'card',
    'exchanged charge': 'transfer',
    gone: '',
  });
  await db.close();
});
