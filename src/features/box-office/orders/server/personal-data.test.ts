import { expect } from 'vitest';
import { applyRetentionRules } from '#features/society/settings/server/retention.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { createBoxOffice } from '#tests/support/society/box-office.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { orderPath } from '../order.ts';
import type { OrderContent } from '../order-page-contract.ts';
import { orderPersonalData } from './personal-data.ts';

const rules = contributions('retention');

onEachSite(
  'access needs are deleted after a month and buyers’ details after two years, but payments are kept',
  async (on) => {
    const { sell, type, performance } = await createBoxOffice(on);
    const who = { name: 'Dorothy Hollis', email: 'dot@home.example', phone: '01422 000000', note: 'In a wheelchair' };
    const { id, ref } = await sell({ [type('Adult')]: '2', ...who });
    await on.db.write((tx) =>
      tx.updateTable('ticket_order').set({ needs: 'wheelchair', reason: 'A friend' }).where('id', '=', id).execute(),
    );
    const ticket = await on.db.read.selectFrom('ticket').select('id').executeTakeFirstOrThrow();
    const marks = [{ id: 'mark-one-aaaaaaaaaaaa', ticket: ticket.id, came: true, waited: 0 }];
    // The check-ins are made on the day of the performance, because earlier ones would be practice
    on.at('2027-04-14T18:00:00.000Z');
    const steward = await on.as(await on.a.user({ role: 'admin' }));
    await steward.post(`/members/api/bookings/door/${performance}`, { device: 'Front', marks });
    const order = () =>
      on.db.read
        .selectFrom('ticket_order')
        .select(['name', 'email', 'phone', 'note', 'needs', 'reason'])
        .where('ref', '=', ref)
        .executeTakeFirstOrThrow();
    const doorMarks = async () => (await on.db.read.selectFrom('door_mark').select('id').execute()).length;

    // The performance was on 14 April 2027, and the order was sold long before
    await applyRetentionRules(on.db, rules, new Date('2027-05-14T12:00:00.000Z'));
    expect(await order()).toEqual({ ...who, needs: 'wheelchair', reason: 'A friend' });
    await applyRetentionRules(on.db, rules, new Date('2027-05-15T12:00:00.000Z'));
    expect(await order()).toEqual({ ...who, note: '', needs: '', reason: 'A friend' });
    await applyRetentionRules(on.db, rules, new Date('2029-04-14T12:00:00.000Z'));
    expect(await order()).toMatchObject({ name: who.name });
    expect(await doorMarks()).toBe(1);
    await on.a.settings({ keepBookingsMonths: 0 });
    await applyRetentionRules(on.db, rules, new Date('2040-04-15T12:00:00.000Z'));
    expect(await order()).toMatchObject({ name: who.name });
    await on.a.settings({ keepBookingsMonths: 24 });
    await applyRetentionRules(on.db, rules, new Date('2029-04-15T12:00:00.000Z'));
    expect(await order()).toEqual({ name: 'Name deleted', email: '', phone: '', note: '', needs: '', reason: '' });
    expect(await doorMarks()).toBe(0);
    expect((await on.db.read.selectFrom('entry').select('amount').execute()).map(({ amount }) => amount)).toEqual([
      2400,
    ]);
    expect(await findBrokenRules(on.db)).toEqual([]);
  },
);

onEachSite('the retention period of an order starts at its last performance', async (on) => {
  const { sell, type, performance, post, show } = await createBoxOffice(on);
  const later = (
    await post('/members/api/bookings/add_new_performance', { datetime: '2027-06-20T19:30', show_id: show })
  ).json().id;
  const { id } = await sell({ [type('Adult')]: '2', name: 'Dorothy Hollis' });
  const tickets = await on.db.read.selectFrom('ticket').select(['id', 'performance_id']).orderBy('id').execute();
  expect(tickets.map(({ performance_id }) => performance_id)).toEqual([performance, performance]);
  const exchanged = { performance_id: later, [`of_${tickets[0]?.id}`]: '1' };
  expect((await post(`/members/api/bookings/orders/${id}/exchange`, exchanged)).json()).toMatchObject({ code: 200 });
  const name = async () => (await on.db.read.selectFrom('ticket_order').select('name').executeTakeFirstOrThrow()).name;
  await applyRetentionRules(on.db, rules, new Date('2029-06-01T12:00:00.000Z'));
  expect(await name()).toBe('Dorothy Hollis');
  await applyRetentionRules(on.db, rules, new Date('2029-06-22T12:00:00.000Z'));
  expect(await name()).toBe('Name deleted');
});

onEachSite('a form that was opened before its buyer was erased can’t save the erased details again', async (on) => {
  const { sell, type, post, pageAt } = await createBoxOffice(on);
  const buyer = { name: 'Dorothy Hollis', email: 'dot@home.example', phone: '01422 000000', note: '' };
  const { id } = await sell({ [type('Adult')]: '1', ...buyer });
  const { order } = (await pageAt(orderPath(id))).content as unknown as OrderContent;
  const holder = { id: 'nobody', ...buyer, names: [buyer.name] };
  const at = '2026-11-21T12:00:00.000Z';
  await on.db.write(async (tx) => orderPersonalData.erase?.(tx, holder, { shownName: 'Somebody', at }));
  const save = { ...buyer, version: order.version };
  const refusal = (await post(`/members/api/bookings/orders/${id}`, save)).json();
  expect(refusal).toMatchObject({ code: 409, msg: expect.stringContaining('Reload the page') });
  // Without the present version, the form can't be saved over the erasure
  expect(refusal).not.toHaveProperty('current');
  // The save stays refused after another save in the meantime
  const { version } = ((await pageAt(orderPath(id))).content as unknown as OrderContent).order;
  const wishes = await post(`/members/api/bookings/orders/${id}/wishes`, { version });
  expect(wishes.json()).toMatchObject({ code: 200 });
  expect((await post(`/members/api/bookings/orders/${id}`, save)).json()).not.toHaveProperty('current');
  const { name, email } = await on.db.read.selectFrom('ticket_order').selectAll().executeTakeFirstOrThrow();
  expect([name, email]).toEqual(['Somebody', '']);
});

onEachSite('forms opened before a buyer was erased can’t save the needs or adopt a suggestion any more', async (on) => {
  const { sell, type, post, pageAt } = await createBoxOffice(on);
  const buyer = { name: 'Dorothy Hollis', email: 'dot@home.example', phone: '', note: 'In a wheelchair' };
  const { id } = await sell({ [type('Adult')]: '1', ...buyer });
  const { order } = (await pageAt(orderPath(id))).content as unknown as OrderContent;
  const saveWishes = async (fields: object) =>
    (await post(`/members/api/bookings/orders/${id}/wishes`, { buyer_name: buyer.name, ...fields })).json();
  expect(await saveWishes({ version: order.version, need_wheelchair: '1' })).toMatchObject({ code: 200 });
  const holder = { id: 'nobody', ...buyer, names: [buyer.name] };
  const at = '2026-11-21T12:00:00.000Z';
  await on.db.write(async (tx) => orderPersonalData.erase?.(tx, holder, { shownName: 'Somebody', at }));
  const refusal = await saveWishes({ version: order.version, need_wheelchair: '1', need_steps: '1' });
  expect(refusal).toMatchObject({ code: 409, msg: expect.stringContaining('Reload the page') });
  expect(refusal).not.toHaveProperty('current');
  const suggestion = { suggestion: 'wheelchair', answer: 'use' };
  expect((await post(`/members/api/bookings/orders/${id}/suggestion`, suggestion)).json()).toMatchObject({
    code: 409,
    msg: expect.stringContaining('note has been deleted'),
  });
  const { needs } = await on.db.read.selectFrom('ticket_order').select('needs').executeTakeFirstOrThrow();
  expect(needs).toBe('');
});
