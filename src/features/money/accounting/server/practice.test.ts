import { expect } from 'vitest';
import { createChargeIntent, type PaymentProvider, submitIntent } from '#features/money/payments/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { createTestClient, openTestProvider, startTestSquare } from '#tests/support/society/square.ts';
import type { PracticeSquare } from '../../../../practice/square/index.ts';
import { PracticeProviderContent } from '../contract.ts';
import { accountingPath, practiceProviderPath } from '../paths.ts';

const base = '/members/api/practice';

/** Runs a test on a site that takes card payments in this environment. */
function onPractice(
  name: string,
  environment: PaymentProvider['environment'],
  body: (
    on: SiteTestContext & { practice: PracticeSquare; paymentProvider: PaymentProvider; treasurer: SiteTestContext },
  ) => Promise<void>,
) {
  let practice: PracticeSquare | undefined;
  let paymentProvider: PaymentProvider | undefined;
  onEachSite(
    name,
    async (on) => {
      if (!practice || !paymentProvider) throw new Error('This site takes no cards');
      const treasurer = await on.as(await on.a.user({ role: 'admin' }));
      await body({ ...on, practice, paymentProvider, treasurer: { ...on, ...treasurer } });
    },
    ['sqlite'],
    async (clock) => {
      practice = await startTestSquare({ clock });
      paymentProvider = { ...openTestProvider(practice), environment };
      return paymentProvider;
    },
    {
      get practice() {
        return practice?.dashboard;
      },
    },
  );
}

const pay = (practice: PracticeSquare) =>
  createTestClient(practice).payments.create({
    idempotencyKey: 'bar',
    sourceId: 'cnon:card-nonce-ok',
    amountMoney: { amount: 2400n, currency: 'GBP' },
  });

onPractice('the practice provider lists a subscription’s payment with plan and payer', 'practice', async (on) => {
  const { db, paymentProvider, treasurer, a } = on;
  const { id: userId } = await a.user({ firstname: 'Ruth', lastname: 'Marsh' });
  const clock = () => new Date('2026-11-21T12:00:00.000Z');
  const about = { about: 'subscription', plan_id: 'full', label: 'Full member' } as const;
  const charge = { about, subject: 'ruth 2026', attempt: 'first', userId, pence: 2500, note: '' };
  const source = { token: 'cnon:card-nonce-ok' };
  const where = {
    id: 'charge',
    environment: 'practice',
    locationId: paymentProvider.locationId,
    at: clock().toISOString(),
  } as const;
  const intent = await write(db, (tx) => createChargeIntent(tx, { ...charge, source }, where));
  await submitIntent({ db, clock, paymentProvider, all: contributions }, intent.id);
  expect(PracticeProviderContent.parse((await treasurer.page(practiceProviderPath)).content).payments).toMatchObject([
    { subject: 'Full member, Ruth Marsh', amount: 2500 },
  ]);
});

onPractice('payments can be refunded and disputed at the practice provider', 'practice', async (on) => {
  const { practice, treasurer } = on;
  const { payment } = await pay(practice);
  expect((await treasurer.page(accountingPath)).content.practice_page).toBe(practiceProviderPath);
  const seen = async () => PracticeProviderContent.parse((await treasurer.page(practiceProviderPath)).content);
  const post = async (path: string, body: object = {}) => (await treasurer.post(`${base}/${path}`, body)).json();
  expect((await seen()).payments).toMatchObject([
    { id: payment?.id, subject: 'A payment that isn’t in our accounts', amount: 2400, left: 2400 },
  ]);

  expect(await post('payments/unknown/dispute')).toMatchObject({
    code: 409,
    msg: 'There is no such payment. Reload the page.',
  });
  expect(await post(`payments/${payment?.id}/refund`, { amount: '24.01' })).toMatchObject({
    code: 400,
    fields: { amount: 'Only £24.00 is left to refund.' },
  });
  expect(await post(`payments/${payment?.id}/refund`, { amount: '4.00' })).toMatchObject({ code: 200 });
  expect(practice.journal.all('refund')).toMatchObject([{ status: 'COMPLETED', amount_money: { amount: 400 } }]);

  await post('banks', { answers: 'later' });
  await post(`payments/${payment?.id}/refund`, { amount: '5.00' });
  const { refunds, answers_later, payments } = await seen();
  expect(answers_later).toBe(true);
  expect(payments).toMatchObject([{ left: 1500 }]);
  expect(refunds).toMatchObject([{ amount: 500 }]);
  expect(await post(`refunds/${refunds[0]?.id}/answer`, { answer: 'reject' })).toMatchObject({ code: 200 });
  expect(await post(`refunds/${refunds[0]?.id}/answer`, { answer: 'complete' })).toMatchObject({ code: 409 });
  expect((await seen()).payments).toMatchObject([{ left: 2000 }]);
  await post(`payments/${payment?.id}/refund`, { amount: '20.00' });
  expect(await post(`payments/${payment?.id}/refund`, { amount: '0.01' })).toMatchObject({
    code: 400,
    fields: { amount: 'Nothing is left to refund.' },
  });

  await post(`payments/${payment?.id}/dispute`);
  const { disputes } = await seen();
  expect(disputes).toMatchObject([{ amount: 2400 }]);
  await post(`disputes/${disputes[0]?.id}/decide`, { decision: 'lost' });
  expect(practice.journal.all('dispute')).toMatchObject([{ state: 'LOST' }]);
  expect((await seen()).disputes).toEqual([]);
});

for (const environment of ['sandbox', 'production'] as const) {
  onPractice(
    `with Square’s ${environment} environment, the practice provider isn’t available`,
    environment,
    async (on) => {
      const { practice, treasurer } = on;
      const { payment } = await pay(practice);
      expect((await treasurer.page(accountingPath)).content.practice_page).toBe('');
      expect((await treasurer.page(practiceProviderPath)).status).toBe(404);
      const calls: [string, object][] = [
        [`payments/${payment?.id}/refund`, { amount: '4.00' }],
        [`payments/${payment?.id}/dispute`, {}],
        ['refunds/a/answer', { answer: 'reject' }],
        ['disputes/a/decide', { decision: 'lost' }],
        ['banks', { answers: 'later' }],
      ];
      for (const [path, body] of calls) expect((await treasurer.post(`${base}/${path}`, body)).statusCode).toBe(404);
      expect(practice.journal.all('refund')).toEqual([]);
      expect(practice.journal.all('dispute')).toEqual([]);
    },
  );
}
