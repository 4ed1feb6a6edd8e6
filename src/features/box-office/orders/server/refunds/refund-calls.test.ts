import { expect } from 'vitest';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { BookingIssues, OrderContent } from '../../order-page-contract.ts';

const email = 'dorothy@mail.example';

/**
 * Creates an order of two tickets for which £24.00 was paid in cash. `pence` of the money was refunded, and nobody has
 * decided about the tickets.
 */
async function refundedBefore(on: SiteTestContext, pence: number, fields: object = {}) {
  const office = await createBoxOffice(on, 4);
  const { post, type, sell, pageAt } = office;
  const { id, ref } = await sell({ [type('Adult')]: '2', email, ...fields });
  const refund = newId();
  await write(on.db, async (tx) => {
    const { entry_id } = await tx
      .selectFrom('order_charge')
      .select('entry_id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    await postEntry(tx, { id: refund, kind: 'refund', at: '2026-11-21T12:00:00.000Z', pence, charge_id: entry_id });
    await tx.updateTable('ticket_order').set({ undecided: 1 }).where('id', '=', id).execute();
  });
  const order = async () => OrderContent.parse((await pageAt(`/members/bookings/order/${id}`)).content);
  const act = async (what: string, body: object = {}) =>
    (await post(`${bookingCallsPath}/orders/${id}${what}`, body)).json();
  const issues = async () => BookingIssues.parse((await pageAt('/members/bookings/attention')).content);
  const nudges = async () =>
    ((await pageAt('/members/dashboard')).content as unknown as { nudges: { kind: string; text: string }[] }).nudges
      .filter(({ kind }) => kind === 'undecided_refund')
      .map(({ text }) => text);
  const amounts = async () => (await office.entries()).map(({ amount }) => amount);
  return { ...office, id: id as string, ref: ref as number, refund, order, act, issues, nudges, amounts };
}

onEachSite('deciding to cancel tickets that were refunded earlier refunds nothing more', async (on) => {
  const { order, act, issues, nudges, amounts, page, ref } = await refundedBefore(on, 2400);
  expect(await nudges()).toEqual(['Tickets of a refunded order are still valid.']);
  const { undecided_refunds: listed } = await issues();
  expect(listed).toMatchObject([
    {
      says: `All the £24.00 paid for order ${ref}, Dorothy Hollis, was refunded. Tickets still valid: 2 Adult.`,
      is_told: true,
      is_whole: true,
    },
  ]);
  expect((await order()).undecided_refunds).toEqual(listed);
  expect(await act('/decide', { tickets: 'cancel' })).toMatchObject({
    code: 400,
    fields: { reason: expect.any(String) },
  });
  const cancel = () => act('/decide', { tickets: 'cancel', reason: 'They moved away' });
  const answers = await Promise.all([cancel(), cancel()]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers).toContainEqual(
    expect.objectContaining({
      msg: `${ref}: 2 Adult cancelled. £24.00 has already been refunded. We’ve emailed the buyer.`,
    }),
  );
  expect(await amounts()).toEqual([2400, -2400]);
  expect(await order()).toMatchObject({
    order: { status: 'refunded' },
    tickets: [],
    undecided_refunds: [],
    account: { owed: 0, refunded: 2400, held: 0 },
  });
  expect((await order()).history).toContainEqual(
    expect.objectContaining({
      what: 'cancelled the tickets of a refunded order',
      detail: `${ref}: £24.00 has already been refunded. They moved away. Cancelled: 2 Adult.`,
    }),
  );
  expect((await page()).performances[0]).toMatchObject({ sold: 0 });
  expect(await nudges()).toEqual([]);
  const letters = (await listSentMails(on.db.read)).filter(({ subject }) => subject.endsWith('have been cancelled'));
  expect(letters.map(({ text }) => text.includes('The reason: They moved away'))).toEqual([true]);
  expect(letters.map(({ text }) => text)).toEqual([
    expect.stringContaining('£24.00 of what you paid has already been refunded.'),
  ]);
  expect(await findBrokenRules(on.db)).toEqual([]);
});

onEachSite(
  'deciding to keep refunded tickets valid removes the order from the list of undecided refunds',
  async (on) => {
    const { order, act, issues, amounts, page, ref } = await refundedBefore(on, 2400);
    expect(await act('/decide', { tickets: 'keep' })).toMatchObject({
      code: 200,
      msg: `${ref}: the tickets stay valid. Nothing was refunded.`,
    });
    expect(await act('/decide', { tickets: 'keep' })).toMatchObject({ code: 409 });
    expect((await issues()).undecided_refunds).toEqual([]);
    expect(await order()).toMatchObject({ order: { status: 'paid' }, account: { refunded_valid: 2400 } });
    expect((await page()).performances[0]).toMatchObject({ sold: 2 });
    expect(await amounts()).toEqual([2400, -2400]);
    expect((await listSentMails(on.db.read)).map(({ subject }) => subject)).toEqual(['Your tickets for Blithe Spirit']);
  },
);

onEachSite(
  'after cancelling one ticket of a half-refunded order, the other stays paid and nothing is due',
  async (on) => {
    const { order, act, issues, amounts } = await refundedBefore(on, 1200);
    expect((await issues()).undecided_refunds).toMatchObject([
      { says: expect.stringContaining('£12.00 of the £24.00 paid for'), is_whole: false },
    ]);
    const [first] = (await order()).tickets;
    const one = { tickets: 'cancel', reason: 'One is ill', [`of_${first?.id}`]: '1' };
    expect(await act('/decide', one)).toMatchObject({ code: 200, msg: expect.stringContaining('1 Adult cancelled.') });
    expect(await order()).toMatchObject({ order: { status: 'paid' }, account: { held: 1200, sold: 1200, owed: 0 } });
    expect(await amounts()).toEqual([2400, -1200]);
  },
);

onEachSite('all tickets of a partly refunded order can be cancelled, and its remaining money retained', async (on) => {
  const { order, act, amounts, ref } = await refundedBefore(on, 1200);
  const cancel = { tickets: 'cancel', reason: 'All are ill', rest: 'retain' };
  expect(await act('/decide', cancel)).toMatchObject({
    ...{
      code: 200,
      msg: expect.stringContaining('2 Adult cancelled. £12.00 has already been refunded. £12.00 retained.'),
    },
  });
  expect(await order()).toMatchObject({ account: { held: 1200, retained: 1200, owed: 0 } });
  expect((await order()).history.map(({ detail }) => detail)).toContain(
    `${ref}: £12.00 has already been refunded. All are ill. Cancelled: 2 Adult. £12.00 retained.`,
  );
  expect((await listSentMails(on.db.read)).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(
      /£12\.00 of what you paid has already been refunded\.[\s\S]*£12\.00 of the tickets’ price isn’t refunded\./,
    ),
  );
  expect(await amounts()).toEqual([2400, -1200]);
});

onEachSite('after cancelling all tickets of a partly refunded order, the rest of the money is due', async (on) => {
  const { order, act, amounts } = await refundedBefore(on, 1200);
  expect(await act('/decide', { tickets: 'cancel', reason: 'All are ill' })).toMatchObject({
    msg: expect.stringContaining('£12.00 has already been refunded. £12.00 still has to be refunded.'),
  });
  expect((await order()).history.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('Cancelled: 2 Adult. £12.00 still has to be refunded.'),
  );
  expect((await listSentMails(on.db.read)).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('We owe you £12.00, and will get in touch about how you would like it.'),
  );
  expect(await order()).toMatchObject({ order: { status: 'refunded' }, account: { owed: 1200 } });
  expect(await act('/hand_back')).toMatchObject({ code: 200 });
  expect(await amounts()).toEqual([2400, -1200, -1200]);
  expect(await order()).toMatchObject({ account: { owed: 0, held: 0 } });
});

onEachSite('a manual refund that was never made is corrected on the order’s page, with a reason', async (on) => {
  const { order, act, post, amounts, refund, nudges } = await refundedBefore(on, 2400);
  // A correction in Accounting is refused, and the message links to the order
  const elsewhere = (await post(`/members/api/get_sums/entries/${refund}/correct`, { reason: 'A slip' })).json();
  expect(elsewhere).toMatchObject({
    code: 409,
    msg: 'A payment for tickets is corrected on the page of its order, together with the tickets. Open the order.',
    link: expect.stringContaining('/members/bookings/order/'),
  });
  expect(await amounts()).toEqual([2400, -2400]);
  expect((await order()).manual_refunds).toMatchObject([{ id: refund, amount: 2400 }]);
  expect(await act('/correct_refund', { refund })).toMatchObject({ code: 400, fields: { reason: expect.any(String) } });
  const body = { refund, reason: 'Pressed for the wrong order' };
  expect(await act('/correct_refund', body)).toMatchObject({ code: 200, msg: expect.stringContaining('£24.00') });
  expect(await act('/correct_refund', body)).toMatchObject({ code: 409 });
  expect(await amounts()).toEqual([2400, -2400, 2400]);
  expect(await order()).toMatchObject({ order: { status: 'paid' }, account: { held: 2400, refunded: 0 } });
  expect(await nudges()).toEqual([]);
  expect((await order()).history).toContainEqual(
    expect.objectContaining({
      what: 'corrected a refund',
      detail: expect.stringContaining('Pressed for the wrong order'),
    }),
  );
});

onEachSite('paid tickets can be cancelled without a refund, and the money is retained', async (on) => {
  const { act, order, amounts } = await refundedBefore(on, 1200);
  expect(await act('/refund', { reason: 'Late', tickets: 'keep', amount: '0' })).toMatchObject({ code: 400 });
  expect(await act('/refund', { reason: 'Late', tickets: 'cancel', amount: '0' })).toMatchObject({
    code: 200,
    msg: '2 Adult cancelled. £12.00 retained. We’ve emailed the buyer.',
  });
  expect(await order()).toMatchObject({ order: { status: 'refunded' }, account: { retained: 1200, owed: 0 } });
  expect(await amounts()).toEqual([2400, -1200]);
});

onSite('the reason for cancelling an order is in its history, the email and the export', async (on) => {
  const { act, order, get, show, type, sell, post } = await refundedBefore(on, 1200);
  expect(await act('/cancel', { reason: 'They are ill' })).toMatchObject({ code: 200 });
  expect((await order()).history).toContainEqual(
    expect.objectContaining({ what: 'cancelled an order', detail: expect.stringMatching(/2 Adult\. They are ill$/) }),
  );
  const reserved = await sell({ [type('Adult')]: '1', how: 'reserved', email });
  await post(`${bookingCallsPath}/orders/${reserved.id}/cancel`, { reason: 'They never called' });
  const texts = (await listSentMails(on.db.read)).map(({ text }) => text);
  for (const reason of ['They are ill', 'They never called']) {
    expect(texts.filter((text) => text.includes(`The reason: ${reason}`))).toHaveLength(1);
  }
  const csv = (await get(`/members/bookings/orders.csv?show=${show}`)).body;
  expect(csv).toContain('£12.00: They are ill');
  expect(csv).toContain('"They never called"');
});
