import { expect } from 'vitest';
import { AccountingContent } from '#features/money/accounting/contract.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';
import { formatOrderStatus } from '../order.ts';

onEachSite('a paid sale at the door takes places and posts the payment to the ledger', async (on) => {
  const { sell, type, page, entries, show } = await createBoxOffice(on);
  const sold = await sell({ [type('Adult')]: '2', [type('Child')]: '1' });
  expect(sold).toMatchObject({
    code: 200,
    msg: expect.stringMatching(
      /^\d+: 2 Adult, 1 Child for Dorothy Hollis, Wednesday 14 April 2027 at 7\.30pm\. £34\.00 taken\.$/,
    ),
  });
  expect(await page()).toMatchObject({
    performances: [{ sold: 3, capacity: 96 }],
    orders: [{ ref: sold.ref, status: 'paid', total: 3400, name: 'Dorothy Hollis', performances: [{ total: 3400 }] }],
  });
  expect(await entries()).toEqual([
    { kind: 'charge', amount: 3400, source: 'cash', show_id: show, label: 'Blithe Spirit' },
  ]);
});

onEachSite('a sale at the door without a name is listed as a walk-up', async (on) => {
  const { sell, type, page } = await createBoxOffice(on);
  const walkUp = { [type('Adult')]: '1', name: '' };
  expect(await sell(walkUp)).toMatchObject({ code: 200, msg: expect.stringContaining('1 Adult for Walk-up, ') });
  expect(await sell({ ...walkUp, name: undefined })).toMatchObject({ code: 200 });
  expect((await page()).orders.map(({ name }) => name)).toEqual(['Walk-up', 'Walk-up']);
});

onEachSite('a sale without a name is refused if it is reserved, complimentary, by phone or emailed', async (on) => {
  const { sell, type, page } = await createBoxOffice(on);
  const nameless = { [type('Adult')]: '1', name: ' ' };
  const refused = { code: 400, fields: { name: 'Enter a name.' } };
  expect(await sell({ ...nameless, how: 'reserved' })).toMatchObject(refused);
  expect(await sell({ ...nameless, how: 'comp', reason: 'Local paper' })).toMatchObject(refused);
  expect(await sell({ ...nameless, source: 'phone' })).toMatchObject(refused);
  expect(await sell({ ...nameless, email: 'dorothy@mail.example' })).toMatchObject(refused);
  expect(await sell({ ...nameless, name: 'x'.repeat(81) })).toMatchObject({
    fields: { name: 'Keep this to 80 characters or fewer.' },
  });
  expect((await page()).orders).toEqual([]);
});

onEachSite('a reservation can be marked as paid only once', async (on) => {
  const { sell, type, page, entries, post } = await createBoxOffice(on);
  const { id, msg } = await sell({ [type('Adult')]: '2', how: 'reserved', source: 'phone' });
  expect(msg).toContain('£24.00 to pay at the door.');
  expect(await entries()).toEqual([]);
  const pay = () => post(`${bookingCallsPath}/orders/${id}/pay`, { how: 'cash' });
  expect((await pay()).json()).toMatchObject({ code: 200, msg: expect.stringContaining('£24.00 taken') });
  expect((await pay()).statusCode).toBe(409);
  expect((await entries()).length).toBe(1);
  expect((await page()).orders).toMatchObject([{ status: 'paid' }]);
});

onSite('complimentary tickets cost nothing and need a reason', async (on) => {
  const { sell, type, page, entries } = await createBoxOffice(on);
  expect(await sell({ [type('Adult')]: '1', how: 'comp' })).toMatchObject({
    code: 400,
    fields: { reason: 'Say why the tickets are free.' },
  });
  await sell({ [type('Adult')]: '1', how: 'comp', reason: 'Local paper' });
  expect((await page()).orders).toMatchObject([{ status: 'comp', total: 0 }]);
  expect(await entries()).toEqual([]);
});

onEachSite('cancelling an order releases its places and refunds what was paid, once', async (on) => {
  const { sell, type, page, entries, send } = await createBoxOffice(on, 2);
  const { id } = await sell({ [type('Adult')]: '2' });
  expect(await sell({ [type('Adult')]: '1' })).toMatchObject({
    code: 409,
    msg: 'Wednesday 14 April 2027 at 7.30pm is sold out. No tickets were sold. Return any money you’ve taken.',
  });
  const cancel = () => send('POST', `${bookingCallsPath}/orders/${id}/cancel`);
  expect((await cancel()).json()).toMatchObject({ code: 200, msg: expect.stringContaining('Refunded £24.00 in cash') });
  expect((await cancel()).statusCode).toBe(409);
  expect((await entries()).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['charge', 2400],
    ['refund', -2400],
  ]);
  expect(await sell({ [type('Child')]: '2' })).toMatchObject({ code: 200 });
  expect((await page()).performances).toMatchObject([{ sold: 2 }]);
});

onEachSite('money already refunded by the treasurer isn’t refunded again when the order is cancelled', async (on) => {
  const { sell, type, entries, send } = await createBoxOffice(on);
  const { id } = await sell({ [type('Adult')]: '2' });
  const [charge] = await on.db.read.selectFrom('entry').select('id').execute();
  await write(on.db, (tx) =>
    postEntry(tx, {
      ...{ kind: 'refund', id: 'aaaaaaaaaaaaaaaa', at: '2026-11-21T13:00:00.000Z', pence: 1000 },
      charge_id: charge?.id ?? '',
    }),
  );
  const { msg } = (await send('POST', `${bookingCallsPath}/orders/${id}/cancel`)).json();
  expect(msg).toContain('Refunded £14.00 in cash');
  expect((await entries()).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});

onEachSite(
  'the treasurer sees a payment’s order reference, and a fully refunded order is labelled “Money refunded”',
  async (on) => {
    const { sell, type, page, get, post, show } = await createBoxOffice(on);
    const { id, ref } = await sell({ [type('Adult')]: '2' });
    const treasurer = await on.as(await on.a.user({ role: 'admin' }));
    const payment = async () => {
      const { offline } = AccountingContent.strict().parse((await treasurer.page('/members/get_sums')).content);
      return offline.find(({ kind }) => kind === 'charge');
    };
    const found = await payment();
    const order_page = `/members/bookings/order/${id}`;
    expect(found).toMatchObject({ name: `Order ${ref}, Dorothy Hollis`, amount: 2400, refund: null, order_page });
    // A refund in Accounting would leave the tickets unchanged. The payment is therefore refunded or marked as unpaid
    // on the order's page
    const entry = `/members/api/get_sums/entries/${found?.id}`;
    const refused = await treasurer.post(`${entry}/refund`, { amount: '24', reason: 'Ill', attempt: 'refunded 0' });
    expect(refused.json()).toMatchObject({ code: 409, link: order_page });
    expect((await treasurer.post(`${entry}/correct`, { reason: 'A slip' })).json()).toMatchObject({
      code: 409,
      link: order_page,
    });
    const refund = { amount: '24', reason: 'Ill', tickets: 'keep' };
    expect((await post(`${bookingCallsPath}/orders/${id}/refund`, refund)).json()).toMatchObject({ code: 200 });
    const [order] = (await page()).orders;
    expect(order).toMatchObject({ status: 'paid', total: 2400, paid: 0 });
    expect(order && formatOrderStatus({ ...order, source: 'door', retained: 0, back_disputed: 0 })).toBe(
      'Money refunded',
    );
    const { body } = await get(`/members/bookings/orders.csv?show=${show}`);
    expect(body).toContain('"24.00","Money refunded"');
    expect(body).toContain('"24.00","0.00","£24.00: Ill"');
    // The order stays paid, so nothing is due at the door
    expect((await post(`${bookingCallsPath}/orders/${id}/unpay`, { reason: 'A slip' })).json()).toMatchObject({
      code: 409,
    });
    expect((await page()).orders).toMatchObject([{ status: 'paid', paid: 0 }]);
  },
);

onEachSite('Accounting shows the order reference of a card payment for tickets', async (on) => {
  const { sell, type, show } = await createBoxOffice(on);
  const { id, ref } = await sell({ [type('Adult')]: '1', how: 'reserved' });
  const about = { about: 'tickets', show_id: show, label: 'Blithe Spirit' } as const;
  const charge = { kind: 'charge', id: 'cccccccccccccccc', at: '2026-11-21T13:00:00.000Z', pence: 1200 } as const;
  await write(on.db, async (tx) => {
    await postEntry(tx, { ...charge, source: 'card', environment: 'production', square_id: 'SQ1', about });
    await tx.insertInto('order_charge').values({ order_id: id, entry_id: charge.id, paid_by: 'card' }).execute();
  });
  const treasurer = await on.as(await on.a.user({ role: 'admin' }));
  expect((await treasurer.page('/members/get_sums')).content).toMatchObject({
    tickets: [
      { name: `Order ${ref}, Dorothy Hollis`, label: 'Blithe Spirit', source: 'card', can_be_corrected: false },
    ],
    tickets_count: 1,
  });
});

onEachSite('no more tickets of a limited type are sold than the limit allows', async (on) => {
  const { sell, type, performance, page, post, send } = await createBoxOffice(on);
  const companion = { name: 'Companion', price: '0', most: '2' };
  await post(`${bookingCallsPath}/performances/${performance}/ticket_types`, companion);
  const kind = (await page()).performances[0]?.ticket_types.find(({ name }) => name === 'Companion')?.id;
  const companions = `tickets_${kind}`;
  const { id } = await sell({ [type('Adult')]: '1', [companions]: '1' });
  expect(await sell({ [type('Adult')]: '2', [companions]: '2' })).toMatchObject({
    code: 409,
    msg: 'There is only one “Companion” ticket left for Wednesday 14 April 2027 at 7.30pm. No tickets were sold. Choose fewer, or return any money you’ve taken.',
  });
  expect((await page()).performances).toMatchObject([{ sold: 2 }]);
  await send('POST', `${bookingCallsPath}/orders/${id}/cancel`);
  const [two, one] = ['2', '1'].map((count) => ({ [type('Adult')]: count, [companions]: count }));
  expect(await sell({ ...two })).toMatchObject({ code: 200 });
  expect(await sell({ ...one })).toMatchObject({ code: 409 });
});

onEachSite('simultaneous sales never exceed the capacity', async (on) => {
  const { sell, type, page, db } = { ...(await createBoxOffice(on, 10)), db: on.db };
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => sell({ [type('Adult')]: '1', name: `Party ${at}` })),
  );
  const sold = answers.filter(({ code }) => code === 200);
  expect(sold.length).toBe(10);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 409]));
  expect((await page()).performances).toMatchObject([{ sold: 10, capacity: 10 }]);
  const taken = await db.read.selectFrom('place').select('taken_by').where('taken_by', 'is not', null).execute();
  const tickets = await db.read.selectFrom('ticket').select('id').execute();
  expect(taken.map(({ taken_by }) => taken_by).sort()).toEqual(tickets.map(({ id }) => id).sort());
});

onEachSite('the database refuses a second place with the same number, and one ticket in two places', async (on) => {
  const { sell, type, performance } = await createBoxOffice(on, 2);
  await sell({ [type('Adult')]: '2' });
  const insert = (number: number) =>
    on.db.write((tx) =>
      tx
        .insertInto('place')
        .values({ performance_id: performance, number, taken_by: null, held_until: null })
        .execute(),
    );
  await expect(insert(1)).rejects.toThrow();
  const [place] = await on.db.read.selectFrom('place').selectAll().limit(1).execute();
  const twice = on.db.write((tx) =>
    tx
      .updateTable('place')
      .set({ taken_by: place?.taken_by ?? '' })
      .where('number', '<>', place?.number ?? 0)
      .execute(),
  );
  await expect(twice).rejects.toThrow();
});

onSite('capacity can be reduced to the number of tickets sold, and no further', async (on) => {
  const { sell, type, post, performance, send } = await createBoxOffice(on, 10);
  await sell({ [type('Adult')]: '4' });
  const change = async (capacity: string, version: number) =>
    (
      await post(`${bookingCallsPath}/performances/${performance}`, { datetime: '2027-04-14T19:30', capacity, version })
    ).json();
  expect(await change('3', 2)).toMatchObject({
    code: 400,
    fields: { capacity: 'Enter at least 4: that many places are already taken.' },
  });
  expect(await change('4', 2)).toMatchObject({ code: 200 });
  expect(await sell({ [type('Adult')]: '1' })).toMatchObject({ code: 409 });
  expect(await change('5', 3)).toMatchObject({ code: 200 });
  expect(await sell({ [type('Adult')]: '1' })).toMatchObject({ code: 200 });
  expect((await send('DELETE', `${bookingCallsPath}/performances/${performance}`)).json()).toMatchObject({ code: 409 });
});

onEachSite(
  'a sale needs a valid number of tickets and a performance that takes place, and ignores a submitted price',
  async (on) => {
    const { sell, type, page, performance, send } = await createBoxOffice(on);
    expect(await sell({ [type('Adult')]: '1', pence: '1', total: '1' })).toMatchObject({ code: 200 });
    expect((await page()).orders).toMatchObject([{ total: 1200 }]);
    expect((await sell({ performance_id: 'aaaaaaaaaaaaaaaa', [type('Adult')]: '1' })).code).toBe(404);
    for (const count of ['0', '-1', '1.5', '10000', '']) {
      expect(await sell({ [type('Adult')]: count })).toMatchObject({ code: 400 });
    }
    await send('POST', `${bookingCallsPath}/performances/${performance}/cancel`);
    expect(await sell({ [type('Adult')]: '1' })).toMatchObject({ code: 409 });
  },
);

onEachSite('an archived show sells nothing until it is restored', async (on) => {
  const { sell, type, show, send } = await createBoxOffice(on);
  const adult = type('Adult');
  await send('POST', `/members/api/manage_shows/${show}/archive`);
  expect((await sell({ [adult]: '1' })).code).toBe(404);
  await send('POST', `/members/api/manage_shows/${show}/restore`);
  expect((await sell({ [adult]: '1' })).code).toBe(200);
});

onSite('other programs can look up orders by show and date, in every accepted notation', async (on) => {
  const { sell, type, get, show, performance } = await createBoxOffice(on);
  const { id, ref } = await sell({ [type('Adult')]: '2', note: 'Aisle', email: 'dorothy@players.example' });
  const { id: gone } = await sell({ [type('Adult')]: '1', name: 'Gone' });
  await (await on.as(await on.a.user({ role: 'admin' }))).send('POST', `${bookingCallsPath}/orders/${gone}/cancel`);
  const order = {
    ...{ ref, name: 'Dorothy Hollis', tickets_count: 2, note: 'Aisle', needs: [], tickets: { Adult: 2 } },
    ...{ wishes: [], next_to: [], ignored_suggestions: [] },
    ...{ email: 'dorothy@players.example', order_id: id, show_id: show, date: 'Wed 14th Apr 7:30pm', status: 'paid' },
  };
  for (const name of [show, 'Blithe Spirit', 'blithe spirit']) {
    for (const date of [
      ...['Wed 14th Apr 7:30pm', '2027-04-14T19:30', '2027-04-14T19:30:00+01:00', performance],
      ...['2027-04-14T18:30:00Z', '2027-04-14T18:30:00.000Z', '20270414T183000Z', '2027-04-14T14:30-04:00'],
    ]) {
      const path = `/members/api/orders/${encodeURIComponent(name)}/${encodeURIComponent(date)}`;
      expect({ path, answer: (await get(path)).json() }).toEqual({ path, answer: [order] });
    }
  }
  expect((await get(`/members/api/orders/${show}`)).json()).toEqual({ 'Wed 14th Apr 7:30pm': { [id]: order } });
  expect((await get('/members/api/orders/Nothing')).statusCode).toBe(404);
  expect((await get(`/members/api/orders/${show}/tomorrow`)).statusCode).toBe(404);
  const { body } = await get(`/members/bookings/orders.csv?show=${show}`);
  expect(body).toContain('"Dorothy Hollis","2027-04-14 19:30","2 Adult","2","24.00","Paid"');
});

onSite('an export with no chosen show uses the show that Manage Bookings opens with', async (on) => {
  const office = await on.as(await on.a.user({ role: 'admin' }));
  const exported = async (name: string) => {
    const { statusCode, body } = await office.get(`/members/bookings/${name}.csv`);
    return { statusCode, rows: body.trim().split('\r\n').length - 1 };
  };
  expect(await exported('orders')).toEqual({ statusCode: 200, rows: 0 });
  expect(await exported('sales')).toEqual({ statusCode: 200, rows: 0 });
  const { sell, type, get } = await createBoxOffice(on);
  await sell({ [type('Adult')]: '2' });
  expect(await exported('orders')).toEqual({ statusCode: 200, rows: 1 });
  expect(await exported('sales')).toEqual({ statusCode: 200, rows: 1 });
  expect((await get('/members/bookings/orders.csv?show=nosuchshow')).statusCode).toBe(404);
});

onEachSite('ticket prices are limited so that the largest order fits in the ledger', async (on) => {
  const { post, type, sell, entries } = await createBoxOffice(on);
  const path = `${bookingCallsPath}/ticket_types/${type('Adult').slice('tickets_'.length)}`;
  const priced = async (price: string) => (await post(path, { name: 'Adult', price, version: 1 })).json();
  expect(await priced('9999999.00')).toMatchObject({
    code: 400,
    fields: { price: 'A ticket can’t cost more than £10,000.' },
  });
  expect(await priced('10000.00')).toMatchObject({ code: 200 });
  expect(await sell({ [type('Adult')]: '60' })).toMatchObject({ code: 200 });
  expect(await entries()).toMatchObject([{ amount: 60_000_000 }]);
});

onSite('a performance that ever had tickets can’t be deleted, and the message says why', async (on) => {
  const { send, sell, type, performance, page } = await createBoxOffice(on);
  const { id } = await sell({ [type('Adult')]: '1' });
  const path = `${bookingCallsPath}/performances/${performance}`;
  expect((await send('DELETE', path)).json()).toMatchObject({
    code: 409,
    msg: expect.stringContaining('People have tickets'),
  });
  await send('POST', `${bookingCallsPath}/orders/${id}/cancel`);
  expect((await send('DELETE', path)).json()).toMatchObject({
    ...{ code: 409, msg: expect.stringContaining('had tickets for this performance, which must stay on record') },
  });
  expect((await page()).performances).toHaveLength(1);
});

onSite('the box office can’t sell or exchange tickets for a cancelled show', async (on) => {
  const { sell, type, post, show, pageAt } = await createBoxOffice(on);
  const second = { datetime: '2027-04-15T19:30', show_id: show };
  const { id: other } = (await post(`${bookingCallsPath}/add_new_performance`, second)).json();
  const { id } = await sell({ [type('Adult')]: '1' });
  await write(on.db, (tx) => tx.updateTable('show').set({ cancelled: 1 }).where('id', '=', show).execute());
  const calledOff = { code: 409, msg: expect.stringContaining('cancelled') };
  expect(await sell({ [type('Adult')]: '1' })).toMatchObject(calledOff);
  const { tickets } = (await pageAt(`/members/bookings/order/${id}`)).content as unknown as {
    tickets: { id: string }[];
  };
  const exchange = { performance_id: other, [`of_${tickets[0]?.id}`]: '1' };
  expect((await post(`${bookingCallsPath}/orders/${id}/exchange`, exchange)).json()).toMatchObject(calledOff);
});

onSite('the orders of a cancelled show stay in Manage Bookings, so that they can be refunded', async (on) => {
  const { sell, type, post, show, performance, page, pageAt } = await createBoxOffice(on);
  const { id } = await sell({ [type('Adult')]: '1' });
  await write(on.db, (tx) => tx.updateTable('show').set({ cancelled: 1 }).where('id', '=', show).execute());
  const listed = expect.objectContaining({ id: show, cancelled: true });
  const ofShow = { show: { id: show, cancelled: true }, shows: [listed], orders: [{ id }], items: [] };
  expect(await page()).toMatchObject(ofShow);
  // The page opens with the cancelled show if there is no other show
  expect((await pageAt('/members/bookings')).content).toMatchObject(ofShow);
  expect((await post(`${bookingCallsPath}/performances/${performance}/cancel`, {})).json()).toMatchObject({
    code: 200,
  });
});

onEachSite('the orders of an archived show stay in Manage Bookings, so that they can be settled', async (on) => {
  const { sell, type, send, get, post, show, page, pageAt, entries } = await createBoxOffice(on);
  const empty = await on.a.show({ title: 'Hay Fever', first_date: '2026-05-01', date: '2026-05-01' });
  const { id: reserved } = await sell({ [type('Adult')]: '1', how: 'reserved' });
  const { id: paid } = await sell({ [type('Adult')]: '1' });
  for (const id of [show, empty]) await send('POST', `/members/api/manage_shows/${id}/archive`);
  const listed = [expect.objectContaining({ id: show, archived: true, cancelled: false })];
  expect(await page()).toMatchObject({
    ...{ show: { id: show, archived: true, link: '', poster: '' }, shows: listed, items: [] },
    orders: [{ id: paid }, { id: reserved }],
  });
  expect((await post(`${bookingCallsPath}/orders/${reserved}/pay`, { how: 'cash' })).json()).toMatchObject({
    code: 200,
  });
  expect((await post(`${bookingCallsPath}/orders/${paid}/cancel`, {})).json()).toMatchObject({ code: 200 });
  expect((await entries()).map(({ kind }) => kind)).toEqual(['charge', 'charge', 'refund']);
  const exported = (await get(`/members/bookings/orders.csv?show=${show}`)).body;
  expect(exported.trim().split('\r\n')).toHaveLength(3);
  expect((await get(`/members/bookings/orders.csv?show=${empty}`)).statusCode).toBe(404);
  // Only people who manage shows see an archived show without orders
  expect((await get(`/members/bookings?react&show=${empty}`)).statusCode).toBe(404);
  expect((await pageAt(`/members/bookings/order/${paid}`)).content).toMatchObject({ show: { id: show } });
});

onSite('Manage Bookings still has a cancelled show after its last performance was deleted', async (on) => {
  const { send, show, performance, page } = await createBoxOffice(on);
  await write(on.db, (tx) => tx.updateTable('show').set({ cancelled: 1 }).where('id', '=', show).execute());
  expect((await send('DELETE', `${bookingCallsPath}/performances/${performance}`)).json()).toMatchObject({ code: 200 });
  expect(await page()).toMatchObject({ show: { id: show, cancelled: true }, performances: [] });
});
