import { expect } from 'vitest';
import { ordersFeature } from '#features/box-office/orders/feature.ts';
import { applyRetentionRules } from '#features/society/settings/server/retention.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice, runFeatureJobs } from '#tests/support/society/box-office.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';

/** Creates two performances with this many places, and an order of two adult tickets for the first. */
async function desk(on: SiteTestContext, places = 96) {
  const office = await createBoxOffice(on, places);
  const { post, type, sell, show } = office;
  await post(`${bookingCallsPath}/add_new_performance`, { datetime: '2027-04-15T19:30', show_id: show });
  const order = (await sell({ [type('Adult')]: '2' })) as { id: string; ref: number };
  const seen = async () => {
    const { performances, orders, mods } = (await office.page()) as never as {
      performances: { sold: number }[];
      orders: { ref: number; status: string; total: number; name: string }[];
      mods: { id: string; ref: number; order_ref: number }[];
    };
    return { sold: performances.map(({ sold }) => sold), orders, mods };
  };
  const add = async (fields: object) => (await post(`${bookingCallsPath}/add_booking_mod`, fields)).json();
  const undo = async (id: string) => (await post(`${bookingCallsPath}/delete_booking_mod`, { id })).json();
  return { ...office, order, seen, add, undo };
}

const item = (day: string, type: string) => `Blithe Spirit - ${day} Apr 7:30pm - ${type}`;
const [wed, thu] = ['Wed 14th', 'Thu 15th'] as const;

onSite('a manual change moves tickets to another performance and type, and undoing it moves them back', async (on) => {
  const { order, seen, add, undo, entries } = await desk(on);
  const change = { ref_num: `${order.ref}`, from_item: item(wed, 'Adult'), to_item: item(thu, 'Child') };
  const made = await add({ ...change, note: 'Rang up' });
  expect(made).toMatchObject({
    code: 200,
    msg: `${order.ref}: 1 Child for Thursday 15 April 2027 at 7.30pm. The price stays as it was paid: £2.00 isn’t refunded.`,
  });
  expect(await seen()).toMatchObject({
    sold: [1, 1],
    // The order still has the price that was paid
    orders: [{ ref: order.ref, total: 2400 }],
    mods: [{ id: made.id, ref: order.ref, ...change, ref_num: undefined, change_quantity: 1, note: 'Rang up' }].map(
      ({ ref_num: _, ...mod }) => mod,
    ),
  });
  expect((await undo(made.id)).code).toBe(200);
  expect(await seen()).toMatchObject({ sold: [2, 0], mods: [] });
  expect((await undo(made.id)).code).toBe(404);
  expect((await entries()).length).toBe(1);
});

onSite('a manual change without a “from” item adds free tickets to the order', async (on) => {
  const { order, seen, add, undo } = await desk(on);
  const { id } = await add({ ref_num: order.ref, change_quantity: '2', to_item: item(wed, 'Child') });
  expect(await seen()).toMatchObject({ sold: [4, 0], orders: [{ total: 2400 }] });
  await undo(id);
  expect(await seen()).toMatchObject({ sold: [2, 0], orders: [{ total: 2400, status: 'paid' }] });
});

onSite(
  'a manual change without a reference creates a complimentary order or, if its box is ticked, a reservation',
  async (on) => {
    const { seen, add, undo, post } = await desk(on);
    const reserved = await add({ from_item: 'Walter Finch', to_item: item(thu, 'Adult'), is_reservation: 'on' });
    const given = await add({ from_item: 'Sunita Rao', to_item: item(thu, 'Adult'), change_quantity: 2 });
    const { orders, mods, sold } = await seen();
    expect(sold).toEqual([2, 3]);
    expect(mods.map(({ ref }) => ref)).toEqual([0, 0]);
    const named = (name: string) => orders.find((one) => one.name === name) as (typeof orders)[number] & { id: string };
    expect(named('Walter Finch')).toMatchObject({ status: 'reserved', total: 1200 });
    expect(named('Sunita Rao')).toMatchObject({ status: 'comp', total: 0 });
    await undo(given.id);
    expect((await seen()).sold).toEqual([2, 1]);
    await post(`${bookingCallsPath}/orders/${named('Walter Finch').id}/pay`, { how: 'cash' });
    expect(await undo(reserved.id)).toMatchObject({ code: 409, msg: expect.stringContaining('has been paid since') });
    expect((await seen()).mods.length).toBe(1);
  },
);

onSite('a manual change that can’t be made or undone is refused with the reason', async (on) => {
  const { order, seen, add, undo, sell, type, send } = await desk(on, 3);
  const to_item = item(thu, 'Adult');
  const from_item = item(wed, 'Adult');
  const refused: [object, object][] = [
    [{ to_item: '' }, { to_item: 'Choose a performance and ticket type.' }],
    [{ to_item: 'Hamlet - Wed 14th Apr 7:30pm - Adult' }, { to_item: 'There is no such performance or ticket type.' }],
    [{ to_item: item(thu, 'Senior') }, { to_item: expect.stringContaining('no “Senior” tickets') }],
    [{ to_item, ref_num: '999999999' }, { ref_num: 'There is no booking with that reference.' }],
    [{ to_item, ref_num: '-4' }, { ref_num: 'Enter the booking’s reference as a number, or leave this empty.' }],
    [{ to_item, from_item }, { ref_num: 'Enter the booking’s reference.' }],
    [{ to_item }, { from_item: expect.stringContaining('Enter who the tickets are for') }],
    [
      { to_item, ref_num: order.ref, from_item, change_quantity: '3' },
      { change_quantity: `Booking ${order.ref} has 2 of these tickets.` },
    ],
    ...['0', '-1', '1.5', '10000', 'two'].map((change_quantity): [object, object] => [
      { to_item, ref_num: order.ref, from_item, change_quantity },
      { change_quantity: 'Enter a number from 1 to 60.' },
    ]),
  ];
  for (const [body, fields] of refused) expect({ body, ...(await add(body)) }).toMatchObject({ code: 400, fields });
  expect(await add({ to_item: item(wed, 'Adult'), ref_num: order.ref, change_quantity: 2 })).toMatchObject({
    code: 409,
    msg: 'There is only one place left for Wednesday 14 April 2027 at 7.30pm. Nothing was changed.',
  });
  expect(await seen()).toMatchObject({ sold: [2, 0], mods: [] });
  const { id } = await add({ to_item, ref_num: order.ref, from_item, change_quantity: 2 });
  await sell({ [type('Adult')]: '3' });
  expect(await undo(id)).toMatchObject({
    code: 409,
    msg: 'Wednesday 14 April 2027 at 7.30pm is sold out. The order hasn’t changed.',
  });
  await send('POST', `${bookingCallsPath}/orders/${order.id}/cancel`);
  expect(await undo(id)).toMatchObject({ code: 409, msg: expect.stringContaining('have changed since') });
  expect((await seen()).mods.length).toBe(1);
});

onSite('a swap between performances of an archived show can be undone only once the show is restored', async (on) => {
  const { order, seen, add, undo, send, show } = await desk(on);
  const swap = { ref_num: order.ref, from_item: item(wed, 'Adult'), to_item: item(thu, 'Adult'), change_quantity: 2 };
  const { id } = await add(swap);
  await send('POST', `/members/api/manage_shows/${show}/archive`);
  expect(await undo(id)).toMatchObject({
    code: 409,
    msg: 'To undo this change, restore the show in Manage Shows first. The order hasn’t changed.',
  });
  await send('POST', `/members/api/manage_shows/${show}/restore`);
  expect(await undo(id)).toMatchObject({ code: 200 });
  expect((await seen()).mods).toEqual([]);
});

onSite('a swap from a performance that has been deleted since can’t be undone, and the message says so', async (on) => {
  const { order, seen, add, undo, page, send } = await desk(on);
  const swap = { ref_num: order.ref, from_item: item(wed, 'Adult'), to_item: item(thu, 'Adult'), change_quantity: 2 };
  const { id } = await add(swap);
  const performance = (await page()).performances[0]?.id;
  expect((await send('DELETE', `${bookingCallsPath}/performances/${performance}`)).json()).toMatchObject({ code: 200 });
  expect(await undo(id)).toMatchObject({
    code: 409,
    msg: 'The performance that these tickets were for is no longer on the site, so the change can’t be undone. The order hasn’t changed.',
  });
  expect(await seen()).toMatchObject({ sold: [2], mods: [{ id }] });
});

onSite(
  'a refusal to undo a change gives the reason, and suggests an exchange on the order’s page if one is possible',
  async (on) => {
    const { order, add, undo, page, post, send, type, sell } = await desk(on);
    const swap = { ref_num: order.ref, from_item: item(wed, 'Adult'), to_item: item(thu, 'Adult'), change_quantity: 1 };
    const { id } = await add(swap);
    const [first] = (await page()).performances;
    // A companion is left alone if the paying ticket moves back
    const companion = { name: 'Companion', price: '0', needs_paying_ticket: '1' };
    const thursday = (await page()).performances[1]?.id;
    expect((await post(`${bookingCallsPath}/performances/${thursday}/ticket_types`, companion)).json()).toMatchObject({
      code: 200,
    });
    await add({ ref_num: order.ref, to_item: item(thu, 'Companion') });
    expect(await undo(id)).toMatchObject({
      code: 409,
      msg: `“Companion” tickets are only free with a paid ticket for the same performance, and this would leave one companion without a paid ticket. The order hasn’t changed. Exchange the tickets together on the page of order ${order.ref} instead.`,
    });
    const { ref } = (await sell({ [type('Adult')]: '1', name: 'Jo Bell' })) as { ref: number };
    const other = await add({ ...swap, ref_num: ref });
    await send('POST', `${bookingCallsPath}/performances/${first?.id}/cancel`);
    expect(await undo(other.id)).toMatchObject({
      code: 409,
      msg: 'Wednesday 14 April 2027 at 7.30pm is cancelled, or it belongs to another show, so the tickets can’t be moved back. The order hasn’t changed.',
    });
  },
);

onSite(
  'reserved tickets moved or added by hand are released at their new performance’s deadline if unpaid',
  async (on) => {
    const { seen, add, sell, type, post, show, page } = await desk(on);
    const kept = { datetime: '2027-04-15T19:30', capacity: '96', release_minutes: '20', version: 1 };
    const last = (await page()).performances[1]?.id;
    expect((await post(`${bookingCallsPath}/performances/${last}`, kept)).json()).toMatchObject({ code: 200 });
    // Performances added later copy the release time of the last performance
    for (const datetime of ['2027-04-16T19:30', '2027-04-17T19:30']) {
      await post(`${bookingCallsPath}/add_new_performance`, { datetime, show_id: show });
    }
    const { ref } = await sell({ [type('Adult')]: '2', how: 'reserved', name: 'Walter Finch' });
    const to_item = item('Fri 16th', 'Adult');
    expect(await add({ ref_num: `${ref}`, from_item: item(wed, 'Adult'), to_item })).toMatchObject({ code: 200 });
    expect(await add({ ref_num: `${ref}`, to_item: item('Sat 17th', 'Child') })).toMatchObject({ code: 200 });
    expect(await seen()).toMatchObject({ sold: [3, 0, 1, 1] });
    await runFeatureJobs(on, ordersFeature, '2027-04-16T18:10:00.000Z');
    on.at('2026-11-21T12:00:00.000Z');
    expect(await seen()).toMatchObject({ sold: [3, 0, 0, 1] });
    await runFeatureJobs(on, ordersFeature, '2027-04-17T18:10:00.000Z');
    on.at('2026-11-21T12:00:00.000Z');
    expect(await seen()).toMatchObject({ sold: [3, 0, 0, 0] });
  },
);

onEachSite(
  'unpaid tickets take the new price when they are swapped, and the old one when the swap is undone',
  async (on) => {
    const { seen, add, undo, sell, type, post } = await desk(on);
    const { id, ref } = await sell({ [type('Adult')]: '2', how: 'reserved', name: 'Walter Finch' });
    const swap = { ref_num: `${ref}`, from_item: item(wed, 'Adult'), to_item: item(wed, 'Child') };
    const made = await add(swap);
    expect(made.msg).toBe(`${ref}: 1 Child for Wednesday 14 April 2027 at 7.30pm. £2.00 less to pay.`);
    const total = async () => (await seen()).orders.find((one) => one.ref === ref)?.total;
    expect(await total()).toBe(2200);
    expect((await undo(made.id)).code).toBe(200);
    expect(await total()).toBe(2400);
    // Once the lower price is paid, undoing is refused without mentioning a refund
    const again = await add(swap);
    await post(`${bookingCallsPath}/orders/${id}/pay`, { how: 'cash' });
    const refused = await undo(again.id);
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('have to pay £2.00 more') });
    expect(refused.msg).not.toContain('refunded');
  },
);

onEachSite('a swap of paid tickets charges or refunds the difference if that is chosen', async (on) => {
  const { order, seen, add, undo, entries } = await desk(on);
  const swap = { ref_num: `${order.ref}`, from_item: item(wed, 'Adult'), to_item: item(wed, 'Child') };
  const cheaper = await add({ ...swap, difference: 'settle' });
  expect(cheaper.msg).toContain('Refunded £2.00 in cash');
  const sum = async () => (await entries()).reduce((total, { amount }) => total + amount, 0);
  expect(await sum()).toBe(2200);
  expect((await seen()).orders[0]?.total).toBe(2200);
  // Undoing is refused, because the buyer would have to pay the refund back
  expect(await undo(cheaper.id)).toMatchObject({ code: 409, msg: expect.stringContaining('have to pay £2.00 more') });
  expect(await sum()).toBe(2200);
  const back = { ref_num: swap.ref_num, from_item: swap.to_item, to_item: swap.from_item, how: 'card' };
  on.at('2026-11-21T12:05:00.000Z');
  const dearer = await add({ ...back, difference: 'settle' });
  expect(dearer.msg).toContain('£2.00 more taken by card.');
  expect(await sum()).toBe(2400);
  // Undoing the change refunds the amount that the change charged
  expect((await undo(dearer.id)).msg).toContain('Refunded £2.00 to the card, on our card machine');
  expect(await sum()).toBe(2200);
  expect((await seen()).orders[0]?.total).toBe(2200);
});

onSite('a buyer is emailed when their tickets are swapped or swapped back, or tickets are added', async (on) => {
  const { add, undo, sell, type } = await desk(on);
  const { ref } = await sell({ [type('Adult')]: '2', email: 'dorothy@mail.example' });
  const changes = async () =>
    (await listSentMails(on.db.read)).filter(({ subject }) => subject.endsWith('have changed')).length;
  const made = await add({ ref_num: `${ref}`, from_item: item(wed, 'Adult'), to_item: item(thu, 'Adult') });
  expect(made.msg).toContain('We’ve emailed the buyer.');
  expect(await changes()).toBe(1);
  await add({ ref_num: `${ref}`, to_item: item(thu, 'Adult') });
  expect(await changes()).toBe(2);
  await undo(made.id);
  expect(await changes()).toBe(3);
});

onSite('a manual change finds the tickets of a renamed type by both its new and its old name', async (on) => {
  const { order, seen, add, post } = await desk(on);
  const adult = (await on.db.read.selectFrom('ticket_type').selectAll().execute()).filter(
    ({ name }) => name === 'Adult',
  );
  const [first] = adult;
  await post(`${bookingCallsPath}/ticket_types/${first?.id}`, {
    name: 'Full price',
    price: '12',
    version: 1,
    everywhere: '1',
  });
  const to_item = item(thu, 'Full price');
  expect(await add({ ref_num: `${order.ref}`, from_item: item(wed, 'Full price'), to_item })).toMatchObject({
    code: 200,
  });
  expect(await add({ ref_num: `${order.ref}`, from_item: item(wed, 'Adult'), to_item })).toMatchObject({ code: 200 });
  expect(await seen()).toMatchObject({ sold: [0, 2] });
});

onEachSite(
  'notes of changes are deleted a month after the performance, and buyers’ names after two years',
  async (on) => {
    const { order, add } = await desk(on);
    await add({ from_item: 'Walter Finch', to_item: item(thu, 'Adult'), note: 'In a wheelchair' });
    const swap = { from_item: item(wed, 'Adult'), to_item: item(thu, 'Child') };
    await add({ ...swap, ref_num: order.ref, note: 'Rang up' });
    const mods = () => on.db.read.selectFrom('booking_mod').select(['from_item', 'note']).orderBy('ord').execute();
    const expire = (moment: string) => applyRetentionRules(on.db, contributions('retention'), new Date(moment));
    await expire('2027-05-15T12:00:00.000Z');
    expect((await mods()).map(({ note }) => note)).toEqual(['In a wheelchair', 'Rang up']);
    await expire('2027-05-16T12:00:00.000Z');
    expect(await mods()).toEqual([
      { from_item: 'Walter Finch', note: '' },
      { from_item: swap.from_item, note: '' },
    ]);
    await expire('2029-04-16T12:00:00.000Z');
    expect((await mods()).map(({ from_item }) => from_item)).toEqual(['Name deleted', swap.from_item]);
  },
);
