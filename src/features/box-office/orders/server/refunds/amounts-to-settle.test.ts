import { expect } from 'vitest';
import { sumColumn } from '#tests/support/formats/csv.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice, runFeatureJobs } from '#tests/support/society/box-office.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { ordersFeature } from '../../feature.ts';
import { BookingIssues, OrderContent } from '../../order-page-contract.ts';

/** Creates a box office with one performance, which the tests can cancel. */
async function withPerformance(on: SiteTestContext) {
  const office = await createBoxOffice(on);
  const { post, pageAt, performance, upload, show } = office;
  const order = async (id: string) => OrderContent.parse((await pageAt(`/members/bookings/order/${id}`)).content);
  const settle = async (id: string, body: object) =>
    (await post(`${bookingCallsPath}/orders/${id}/settle`, body)).json();
  const due = async () => BookingIssues.parse((await pageAt('/members/bookings/attention')).content).refunds_due;
  const nudges = async () =>
    ((await pageAt('/members/dashboard')).content as unknown as { nudges: { kind: string; text: string }[] }).nudges
      .filter(({ kind }) => kind === 'refund_due')
      .map(({ text }) => text);
  const importOrder = async (line: string, fields: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('file', new Blob([`reference,name,ticket type,quantity,price,email\n${line}`]), 'list.csv');
    const all = { show_id: show, performance_id: performance, dry_run: '0', ...fields };
    for (const [name, value] of Object.entries(all)) form.append(name, value);
    await upload(`${bookingCallsPath}/import_orders`, form);
    return (await office.page()).orders[0]?.id ?? '';
  };
  const cancelPerformance = async () => {
    await post(`${bookingCallsPath}/performances/${performance}/cancel`, {});
    await runFeatureJobs(on, ordersFeature, '2026-11-21T12:11:00.000Z', { all: contributions });
    on.at('2026-11-21T12:11:00.000Z');
  };
  return { ...office, order, settle, due, nudges, importOrder, cancelPerformance };
}

onEachSite('cancelling a performance cancels its tickets even if its show is archived straight after', async (on) => {
  const { sell, type, due, order, post, send, show, performance } = await withPerformance(on);
  const { id } = await sell({ [type('Adult')]: '2' });
  await post(`${bookingCallsPath}/performances/${performance}/cancel`, {});
  await send('POST', `/members/api/manage_shows/${show}/archive`);
  await runFeatureJobs(on, ordersFeature, '2026-11-21T12:11:00.000Z', { all: contributions });
  expect((await order(id)).tickets).toEqual([]);
  const says = expect.stringContaining('2 Adult for Blithe Spirit, Wednesday 14 April 2027 at 7.30pm.');
  expect(await due()).toMatchObject([{ kind: 'refund', amount: 2400, says }]);
});

onEachSite('cash paid for a cancelled performance is listed as due until it is refunded or retained', async (on) => {
  const { sell, type, due, nudges, cancelPerformance, settle, order, entries } = await withPerformance(on);
  const dorothy = await sell({ [type('Adult')]: '2', phone: '01632 960 123', email: 'dorothy@mail.example' });
  const nobody = await sell({ [type('Adult')]: '1', name: 'Walk In' });
  await sell({ [type('Adult')]: '1', name: 'Guest', how: 'comp', reason: 'The paper' });
  expect(await due()).toEqual([]);
  await cancelPerformance();
  expect(await nudges()).toEqual(['£36.00 is due to Dorothy Hollis and Walk In.']);
  const listed = await due();
  expect(listed).toMatchObject([
    {
      ...{ kind: 'refund', amount: 2400, phone: '01632 960 123', email: 'dorothy@mail.example' },
      says: `£24.00 is due to Dorothy Hollis for order ${dorothy.ref}. Cancelled or returned: 2 Adult for Blithe Spirit, Wednesday 14 April 2027 at 7.30pm.`,
      as_paid: '£24.00 in cash',
      plan: 'Refunds £24.00 in cash. Pay out the £24.00 yourself.',
    },
    { kind: 'refund', amount: 1200, name: 'Walk In', phone: '', email: '' },
  ]);
  expect((await order(dorothy.id)).refunds_due).toEqual([listed[0]]);
  expect(await settle(dorothy.id, { how: 'transfer', due: 1200 })).toMatchObject({ code: 409 });
  const answers = await Promise.all([1, 2].map(() => settle(dorothy.id, { how: 'transfer', due: 2400 })));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers).toContainEqual(
    expect.objectContaining({
      msg: 'Recorded: £24.00 refunded by bank transfer to Dorothy Hollis. We’ve emailed the buyer.',
    }),
  );
  const refunds = async () =>
    (await listSentMails(on.db.read)).filter(({ subject }) => subject.startsWith('Your refund'));
  expect(await refunds()).toMatchObject([
    { to: 'dorothy@mail.example', text: expect.stringContaining('We have refunded £24.00 by bank transfer.') },
  ]);
  const [refund] = await refunds();
  expect(refund?.text).toContain('The reason: The performance was cancelled');
  expect(refund?.text).not.toContain('Your tickets:');
  expect((await order(dorothy.id)).history).toContainEqual(
    expect.objectContaining({ what: 'refunded tickets', detail: `${dorothy.ref}: Refunded £24.00 by bank transfer.` }),
  );
  expect(await settle(nobody.id, { how: 'dismissed' })).toMatchObject({
    code: 400,
    fields: { reason: 'Say why nothing is owed any more.' },
  });
  expect(await settle(nobody.id, { how: 'dismissed', reason: 'They give it to us' })).toMatchObject({ code: 200 });
  expect((await order(nobody.id)).account).toMatchObject({ owed: 0, retained: 1200, held: 1200 });
  expect([await due(), await nudges()]).toEqual([[], []]);
  expect((await entries()).filter(({ amount }) => amount < 0)).toMatchObject([{ amount: -2400, source: 'transfer' }]);
  expect(await findBrokenRules(on.db)).toEqual([]);
});

onEachSite(
  'when a performance is cancelled, an order sold elsewhere is listed under refunds due until settled',
  async (on) => {
    const { due, nudges, importOrder, cancelPerformance, settle, order, page, entries, get, show } =
      await withPerformance(on);
    const line = 'T-12,Wanda Elsewhere,Adult,2,8.00,wanda@mail.example';
    const id = await importOrder(line, { seller: 'TicketSource' });
    await cancelPerformance();
    expect((await page()).orders).toMatchObject([{ id, status: 'cancelled', back: 0 }]);
    const { order: stored, seller, history } = await order(id);
    expect(seller).toBe('TicketSource (their reference T-12)');
    expect(history).toContainEqual(
      expect.objectContaining({ detail: `${stored.ref}: £16.00 to settle with TicketSource, which sold the tickets` }),
    );
    expect(await due()).toMatchObject([
      {
        ...{ id, kind: 'elsewhere', amount: 1600, email: 'wanda@mail.example' },
        says: expect.stringContaining(
          'was sold by TicketSource (their reference T-12). Cancelled or returned: 2 Adult for',
        ),
      },
    ]);
    expect(await nudges()).toEqual(['One cancelled order to settle where the tickets were sold.']);
    const [letter] = (await listSentMails(on.db.read)).filter(({ subject }) => subject.endsWith('have been cancelled'));
    expect(letter?.text).toContain(
      'You paid TicketSource for these tickets, so any refund comes from them and not from us.',
    );
    expect(await due()).toMatchObject([{ todo: expect.stringContaining('We don’t have the £16.00.') }]);
    expect((await order(id)).sold_elsewhere).toBe(1600);
    const buyersPage = (await get((await order(id)).link)).body;
    expect(buyersPage).toContain(
      'You paid TicketSource for these tickets, so any refund comes from them and not from us',
    );
    // The clock is set back, because an export more than ten minutes after signing in requires the password again
    on.at('2026-11-21T12:00:00.000Z');
    expect(sumColumn((await get(`/members/bookings/orders.csv?show=${show}`)).body, 'to settle with the seller')).toBe(
      1600,
    );
    expect(await settle(id, { how: 'elsewhere', due: 800 })).toMatchObject({ code: 409 });
    expect(await settle(id, { how: 'elsewhere', due: 1600 })).toMatchObject({ code: 200 });
    expect(await settle(id, { how: 'elsewhere' })).toMatchObject({ code: 409 });
    expect((await order(id)).history).toContainEqual(
      expect.objectContaining({
        what: 'marked cancelled tickets as settled where they were sold',
        detail: `${stored.ref}: £16.00, sold by TicketSource (their reference T-12)`,
      }),
    );
    expect([await due(), await nudges(), await entries()]).toEqual([[], [], []]);
  },
);

onEachSite('a free order of another shop leaves nothing to settle with that shop when it is cancelled', async (on) => {
  const { due, nudges, importOrder, cancelPerformance, order, get } = await withPerformance(on);
  const id = await importOrder('T-13,Vic Elsewhere,Adult,1,0,vic@mail.example', { seller: 'TicketSource' });
  await cancelPerformance();
  expect([await due(), await nudges()]).toEqual([[], []]);
  const letters = await listSentMails(on.db.read);
  expect(letters.map(({ text }) => text.includes('has been cancelled'))).toEqual([true]);
  expect(letters[0]?.text).not.toContain('You paid TicketSource');
  const { link, history } = await order(id);
  expect((await get(link)).body).not.toContain('You paid TicketSource');
  expect(history.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('nothing to refund'));
  // An earlier version stored 0 if there was nothing to settle
  await on.db.write((tx) => tx.updateTable('ticket_order').set({ elsewhere_pence: 0 }).where('id', '=', id).execute());
  expect([await due(), await nudges(), (await order(id)).refunds_due]).toEqual([[], [], []]);
});

onEachSite('a cancelled order that cost nothing has the status “Cancelled”, not “Refunded”', async (on) => {
  const { sell, type, page, post, show, get } = await withPerformance(on);
  const { id } = await sell({ [type('Adult')]: '1', own_price: '0', reason: 'Our patron' });
  await post(`${bookingCallsPath}/orders/${id}/cancel`, { reason: 'They are ill' });
  expect((await page()).orders).toMatchObject([{ id, status: 'cancelled' }]);
  expect((await get(`/members/bookings/orders.csv?show=${show}`)).body).toContain('"Cancelled"');
});

onEachSite('a buyer is emailed if the box office retains the refund, and the response says so', async (on) => {
  const { sell, type, settle, cancelPerformance } = await withPerformance(on);
  const { id } = await sell({ [type('Adult')]: '1', email: 'dorothy@mail.example' });
  await cancelPerformance();
  expect(await settle(id, { how: 'dismissed', reason: 'They give it to us' })).toMatchObject({
    msg: expect.stringMatching(/£12.00 is retained. Nothing is owed any more. We’ve emailed the buyer.$/),
  });
  const letters = (await listSentMails(on.db.read)).filter(({ subject }) => subject.startsWith('Your refund'));
  expect(letters).toMatchObject([{ text: expect.stringContaining('£12.00 of what you paid isn’t refunded.') }]);
});

onEachSite('a refund after an exchange is due again once it is corrected as never sent', async (on) => {
  const { sell, type, order, due, nudges, post, performance, page, get } = await withPerformance(on);
  const { id } = await sell({ [type('Adult')]: '2' });
  const child = (await page()).performances[0]?.ticket_types.find(({ name }) => name === 'Child')?.id;
  const [ticket] = (await order(id)).tickets;
  const exchange = { [`of_${ticket?.id}`]: '1', performance_id: performance, ticket_type: child, how: 'transfer' };
  await post(`${bookingCallsPath}/orders/${id}/exchange`, { ...exchange, difference: 'settle' });
  const [refund] = (await order(id)).manual_refunds;
  expect([refund?.amount, await due()]).toEqual([200, []]);
  await post(`${bookingCallsPath}/orders/${id}/correct_refund`, { refund: refund?.id, reason: 'Never sent' });
  expect(await due()).toMatchObject([{ id, kind: 'refund', amount: 200 }]);
  expect(await nudges()).toEqual([expect.stringContaining('£2.00 is due to Dorothy Hollis')]);
  expect((await get((await order(id)).link)).body).toContain('£24.00 paid, £2.00 still to refund');
});
