import { expect } from 'vitest';
import { computeTicketCode } from '#features/box-office/orders/server/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { onEachShop, type ShopTestContext } from '#tests/support/society/shop.ts';
import type { CheckInResult, DoorList } from '../contract.ts';

const base = '/members/api/bookings';

/** Creates an order of two tickets, paid by card, and moves the clock to the evening of the performance. */
async function soldAtDoor(on: ShopTestContext) {
  const { visitor, type, first, db, at } = on;
  const buyer = visitor();
  await buyer.hold({ [type('Adult')]: '2' });
  await buyer.pay();
  const [order] = await on.orders();
  if (!order) throw new Error('Dorothy bought two tickets.');
  const tickets = await db.read.selectFrom('ticket').select('id').orderBy('id').execute();
  const codes = tickets.map(({ id }) =>
    computeTicketCode(createEncryption(dataKey), { id, ref: order.ref, reissued: 0 }),
  );
  at('2027-04-14T18:00:00.000Z');
  // By the evening of the performance, the session of the shop's admin has ended
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  let made = 0;
  const mark = async (about: object, by = admin): Promise<CheckInResult | undefined> => {
    const marks = [{ id: `mark-${made++}-aaaaaaaaaaaa`, came: true, waited: 0, ...about }];
    return (await by.post(`${base}/door/${first}`, { device: 'Front', marks })).json().marked[0];
  };
  const list = async (): Promise<DoorList> => (await admin.get(`${base}/door/${first}`)).json();
  return { admin, order, tickets, codes, mark, list };
}

onEachShop('a valid code of a refunded order admits nobody, but its tickets can be checked in by hand', async (on) => {
  const { admin, order, tickets, codes, mark, list } = await soldAtDoor(on);
  const refund = (amount: string) =>
    admin.post(`${base}/orders/${order.id}/refund`, { amount, reason: 'The heating failed', tickets: 'keep' });
  expect((await refund('5')).json()).toMatchObject({ code: 200 });
  expect(await mark({ code: codes[0] })).toMatchObject({ outcome: 'refunded', party: order.id });
  expect((await list()).parties).toMatchObject([{ price: 2400, refunded: 500, disputed: 0, owes: false }]);
  expect((await refund('19')).json()).toMatchObject({ code: 200 });
  expect(await mark({ code: codes[0] })).toMatchObject({ outcome: 'refunded' });
  expect((await list()).parties).toMatchObject([{ refunded: 2400, tickets: [{}, {}] }]);
  expect(await on.db.read.selectFrom('door_mark').select('id').execute()).toEqual([]);
  // Somebody decided to let the holder in
  expect(await mark({ ticket: tickets[0]?.id })).toMatchObject({ outcome: 'in' });
  expect(await mark({ code: codes[0] })).toMatchObject({ outcome: 'already' });
  const stored = (await admin.page(`/members/bookings/door/${on.first}`)).content;
  expect(stored).toMatchObject({ parties: [{ refunded: 2400, price: 2400 }] });
});

onEachShop('a ticket’s code admits nobody while the payment is disputed, or once the dispute is lost', async (on) => {
  const { order, codes, mark, list } = await soldAtDoor(on);
  const intent = await on.db.read.selectFrom('payment_intent').select(['id', 'environment']).executeTakeFirstOrThrow();
  const dispute = {
    ...{ id: 'dispute', environment: intent.environment, kind: 'dispute' as const, provider_id: 'a dispute' },
    ...{ charge_id: intent.id, pence: 2400, state: 'EVIDENCE_REQUIRED', reason: 'NO_KNOWLEDGE', due_at: '' },
    ...{ happened_at: '2027-04-01T12:00:00.000Z', found_at: '2027-04-01T12:00:00.000Z' },
    ...{ recorded_at: null, closed_at: null, lost_at: null },
  };
  await on.db.write((tx) => tx.insertInto('external_refund').values(dispute).execute());
  expect(await mark({ code: codes[0] })).toMatchObject({ outcome: 'disputed', party: order.id });
  expect((await list()).parties).toMatchObject([{ disputed: 2400, refunded: 0 }]);
  const change = (set: { state: string; closed_at: string | null }) =>
    on.db.write((tx) => tx.updateTable('external_refund').set(set).execute());
  await change({ state: 'WON', closed_at: '2027-04-14T17:00:00.000Z' });
  expect((await list()).parties).toMatchObject([{ disputed: 0, refunded: 0 }]);
  await change({ state: 'LOST', closed_at: null });
  expect((await list()).parties).toMatchObject([{ disputed: 0, refunded: 2400 }]);
  expect(await mark({ code: codes[1] })).toMatchObject({ outcome: 'refunded' });
});
