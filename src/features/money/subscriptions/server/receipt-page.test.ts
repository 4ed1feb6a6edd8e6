import { expect } from 'vitest';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { ReceiptContent } from '../contract.ts';
import { receiptPath } from '../paths.ts';

const at = '2026-11-21T12:00:00.000Z';

onEachSite('a subscription’s receipt is visible to its payer and the treasurer only', async (on) => {
  const { a, db } = on;
  const ruth = await a.user({ firstname: 'Ruth', lastname: 'Calloway' });
  const treasurer = await a.user();
  await a.allow(treasurer, { get_subs: true });
  const id = await a.subscriptionPayment(ruth);
  const refund = newId();
  await write(db, (tx) => postEntry(tx, { id: refund, at, kind: 'refund', charge_id: id, pence: 1000 }));

  const seenBy = async (user: Parameters<typeof on.as>[0], entry: string) =>
    ReceiptContent.strict().parse((await (await on.as(user)).page(receiptPath(entry))).content);
  expect(await seenBy(ruth, id)).toMatchObject({
    ...{ title: 'Receipt', name: 'Ruth Calloway', plan_name: 'Full member', amount: 2500, refunded: 1000 },
    ...{ source: 'cash', date: '2026-11-21', is_own: true },
  });
  // The account settings have the same amounts
  const { content } = await (await on.as(ruth)).page('/members/account_settings');
  const { receipts } = content.subs as { receipts: { id: string; amount: number; refunded: number }[] };
  expect(Object.fromEntries(receipts.map((one) => [one.id, [one.amount, one.refunded]]))).toEqual({
    ...{ [id]: [2500, 1000], [refund]: [-1000, 0] },
  });
  expect(await seenBy(treasurer, id)).toMatchObject({ name: 'Ruth Calloway', is_own: false });
  expect(await seenBy(ruth, refund)).toMatchObject({
    ...{ title: 'Receipt for a refund', amount: -1000, refunded: 0, paid_on: '2026-11-21' },
  });
  const other = await on.as(await a.user());
  expect((await other.get(receiptPath(id))).statusCode).toBe(404);
  // Other income has no receipt
  expect((await (await on.as(treasurer)).get(receiptPath(await a.takings()))).statusCode).toBe(404);
});

onEachSite('a corrected payment has no receipt', async ({ a, as }) => {
  const ruth = await a.user();
  const admin = await as(await a.user({ role: 'admin' }));
  const id = await a.subscriptionPayment(ruth);
  expect((await admin.get(receiptPath(id))).statusCode).toBe(200);
  expect((await admin.post(`/members/api/get_sums/entries/${id}/correct`, { reason: 'A slip' })).json()).toMatchObject({
    code: 200,
  });
  expect((await admin.get(receiptPath(id))).statusCode).toBe(404);
});

onEachSite('Accounting links to receipts for subscriptions only', async ({ a, as }) => {
  const id = await a.subscriptionPayment(await a.user());
  const raffle = await a.takings();
  const { page } = await as(await a.user({ role: 'admin' }));
  const { content } = await page('/members/get_sums');
  expect(content).toMatchObject({
    offline: expect.arrayContaining([
      expect.objectContaining({ id, receipt_page: receiptPath(id) }),
      expect.objectContaining({ id: raffle, receipt_page: '' }),
    ]),
  });
});
