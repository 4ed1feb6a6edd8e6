import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import rateLimit from '@fastify/rate-limit';
import { fastify as createFastify } from 'fastify';
import { type SquareError, WebhooksHelper } from 'square';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { createTestClient, listenForEvents, startTestSquare } from '#tests/support/society/square.ts';
import { startPracticeSquare } from './index.ts';
import { openJournal } from './journal.ts';

const pounds = (amount: number) => ({ amount: BigInt(amount * 100), currency: 'GBP' as const });
let last = 0;
const key = () => `key-${++last}`;
const charge = (sourceId = 'cnon:card-nonce-ok', some = {}) => ({
  idempotencyKey: key(),
  sourceId,
  amountMoney: pounds(25),
  ...some,
});

const refusalOf = (request: PromiseLike<unknown>) =>
  Promise.resolve(request).then(
    () => 'no refusal',
    (error: SquareError) => [error.statusCode, error.errors?.[0]?.category, error.errors?.[0]?.code],
  );

test('a card is charged in pence, and the fee is known once the payment is read again', async () => {
  const client = createTestClient(await startTestSquare());
  const { payment } = await client.payments.create(charge(undefined, { referenceId: 'ann', note: 'Full member' }));
  expect(payment).toMatchObject({
    status: 'COMPLETED',
    amountMoney: { amount: 2500n, currency: 'GBP' },
    referenceId: 'ann',
    cardDetails: { status: 'CAPTURED', entryMethod: 'KEYED', card: { cardBrand: 'VISA', last4: '1111' } },
  });
  expect(payment?.processingFee).toBeUndefined();
  const again = await client.payments.get({ paymentId: payment?.id ?? '' });
  expect(again.payment?.processingFee).toMatchObject([{ type: 'INITIAL', amountMoney: { amount: 60n } }]);
});

test.each([
  ['cnon:card-nonce-declined', 'GENERIC_DECLINE'],
  ['cnon:card-nonce-rejected-cvv', 'CVV_FAILURE'],
  ['cnon:card-nonce-rejected-postalcode', 'ADDRESS_VERIFICATION_FAILURE'],
  ['cnon:card-nonce-rejected-expiration', 'INVALID_EXPIRATION'],
  ['cnon:practice-INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
  ['cnon:practice-CARD_EXPIRED', 'CARD_EXPIRED'],
  ['cnon:practice-CARD_DECLINED_VERIFICATION_REQUIRED', 'CARD_DECLINED_VERIFICATION_REQUIRED'],
])('a charge to %s is declined with %s, also when repeated under the same key', async (source, code) => {
  const client = createTestClient(await startTestSquare());
  const request = charge(source);
  for (const _ of [1, 2]) {
    expect(await refusalOf(client.payments.create(request))).toEqual([402, 'PAYMENT_METHOD_ERROR', code]);
  }
  const { data } = await client.payments.list();
  expect(data.map(({ status }) => status)).toEqual(['FAILED']);
});

test('repeating a charge under its key returns the same payment, and another charge under that key is refused', async () => {
  const client = createTestClient(await startTestSquare());
  const request = charge();
  const first = await client.payments.create(request);
  expect((await client.payments.create(request)).payment?.id).toBe(first.payment?.id);
  expect(await refusalOf(client.payments.create({ ...request, amountMoney: pounds(30) }))).toEqual([
    400,
    'INVALID_REQUEST_ERROR',
    'IDEMPOTENCY_KEY_REUSED',
  ]);
  expect((await client.payments.list()).data).toHaveLength(1);
});

test('an invalid request to the practice provider is refused with Square’s code', async () => {
  const square = await startTestSquare();
  const client = createTestClient(square);
  const wrong = async (some: object) => (await refusalOf(client.payments.create(charge(undefined, some))))[2];
  expect(await wrong({ amountMoney: pounds(0) })).toBe('VALUE_TOO_LOW');
  expect(await wrong({ amountMoney: { amount: 2500n, currency: 'USD' } })).toBe('INVALID_VALUE');
  expect(await wrong({ idempotencyKey: 'k'.repeat(46) })).toBe('VALUE_TOO_LONG');
  expect(await wrong({ sourceId: 'cnon:nobody-knows' })).toBe('NOT_FOUND');
  expect(await wrong({ sourceId: 'cnon:card-nonce-already-used' })).toBe('CARD_TOKEN_USED');
  expect(await wrong({ locationId: 'elsewhere' })).toBe('NOT_FOUND');
  expect(await refusalOf(createTestClient(square, 'wrong').payments.create(charge()))).toEqual([
    401,
    'AUTHENTICATION_ERROR',
    'UNAUTHORIZED',
  ]);
});

test('a stored card can be charged with its customer’s id until it is disabled', async () => {
  const client = createTestClient(await startTestSquare());
  const { customer } = await client.customers.create({ givenName: 'Ann', referenceId: 'user-1' });
  const customerId = customer?.id ?? '';
  const keep = (sourceId: string) => client.cards.create({ idempotencyKey: key(), sourceId, card: { customerId } });
  const { card } = await keep('cnon:card-nonce-ok');
  expect(card).toMatchObject({ cardBrand: 'VISA', last4: '1111', expMonth: 12n, expYear: 2039n, enabled: true });
  expect(card?.billingAddress?.postalCode).toBe('AB1 2CD');
  const cardId = card?.id ?? '';
  const { payment } = await client.payments.create(charge(cardId, { customerId }));
  expect(payment).toMatchObject({ customerId, cardDetails: { entryMethod: 'ON_FILE' } });
  expect((await refusalOf(client.payments.create(charge(cardId))))[2]).toBe('MISSING_REQUIRED_PARAMETER');
  const { card: later } = await keep('cnon:practice-on-file-CARD_EXPIRED');
  expect((await refusalOf(client.payments.create(charge(later?.id, { customerId }))))[2]).toBe('CARD_EXPIRED');
  expect((await refusalOf(keep('cnon:card-nonce-declined')))[2]).toBe('GENERIC_DECLINE');

  await client.cards.disable({ cardId });
  expect((await refusalOf(client.payments.create(charge(cardId, { customerId }))))[2]).toBe('INVALID_CARD');
  expect((await client.cards.list({ customerId })).data.map(({ id }) => id)).toEqual([later?.id]);
  expect((await client.cards.list({ customerId, includeDisabled: true })).data).toHaveLength(2);
  expect((await client.cards.get({ cardId })).card?.enabled).toBe(false);
  await client.customers.delete({ customerId });
  expect(await refusalOf(client.customers.get({ customerId }))).toEqual([404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND']);
});

test('a payment can be refunded in parts, but never by more than what is left of it', async () => {
  const client = createTestClient(await startTestSquare());
  const { payment } = await client.payments.create(charge());
  const refund = (amount: number, idempotencyKey = key()) =>
    client.refunds.refundPayment({ idempotencyKey, paymentId: payment?.id ?? '', amountMoney: pounds(amount) });
  const first = await refund(10, 'first');
  expect(first.refund).toMatchObject({ status: 'PENDING', paymentId: payment?.id });
  expect((await refund(10, 'first')).refund?.id).toBe(first.refund?.id);
  expect((await client.refunds.get({ refundId: first.refund?.id ?? '' })).refund?.status).toBe('COMPLETED');
  await refund(15);
  expect((await refusalOf(refund(1)))[2]).toBe('REFUND_AMOUNT_INVALID');
  expect((await client.refunds.list()).data).toHaveLength(2);
  expect((await client.payments.get({ paymentId: payment?.id ?? '' })).payment?.refundedMoney?.amount).toBe(2500n);
});

test('payments are listed in pages by time, each payment once', async () => {
  let now = new Date('2026-11-21T12:00:00.000Z');
  const client = createTestClient(await startTestSquare({ clock: () => now }));
  for (let minute = 0; minute < 5; minute++) {
    now = new Date(Date.UTC(2026, 10, 21, 12, minute));
    await client.payments.create(charge(undefined, { referenceId: `${minute}` }));
  }
  now = new Date('2026-11-21T13:00:00.000Z');
  const references = async (request: Parameters<typeof client.payments.list>[0]) => {
    const found: (string | undefined)[] = [];
    for await (const { referenceId } of await client.payments.list(request)) found.push(referenceId);
    return found;
  };
  expect(await references({ limit: 2 })).toEqual(['4', '3', '2', '1', '0']);
  const times = { beginTime: '2026-11-21T12:01:00Z', endTime: '2026-11-21T12:03:00Z' };
  expect(await references({ ...times, limit: 1, sortOrder: 'ASC' })).toEqual(['1', '2']);
  expect(await references({ locationId: 'elsewhere' })).toEqual([]);
});

test('an approved payment can be cancelled by its key, a completed one can’t, and an unused key is not an error', async () => {
  const client = createTestClient(await startTestSquare());
  const request = charge(undefined, { autocomplete: false });
  const { payment } = await client.payments.create(request);
  await client.payments.cancelByIdempotencyKey({ idempotencyKey: request.idempotencyKey });
  expect((await client.payments.get({ paymentId: payment?.id ?? '' })).payment?.status).toBe('CANCELED');
  await client.payments.cancelByIdempotencyKey({ idempotencyKey: 'nothing' });
  const done = charge();
  await client.payments.create(done);
  expect((await refusalOf(client.payments.cancelByIdempotencyKey({ idempotencyKey: done.idempotencyKey })))[0]).toBe(
    400,
  );
});

test('simulated failures happen as often as requested, before or after the charge', async () => {
  const square = await startTestSquare();
  const client = createTestClient(square);
  const { faults } = square;
  const route = 'POST /v2/payments';
  faults.next(route, 429);
  faults.next(route, 500, 2);
  const statuses: unknown[] = [];
  for (const _ of [1, 2, 3]) statuses.push((await refusalOf(client.payments.create(charge())))[0]);
  expect(statuses).toEqual([429, 500, 500]);
  const charges = async () => (await client.payments.list()).data.length;
  faults.next(route, 'break before');
  await expect(client.payments.create(charge())).rejects.toThrow();
  expect(await charges()).toBe(0);
  faults.next(route, 'break after');
  const request = charge();
  await expect(client.payments.create(request)).rejects.toThrow();
  expect(await charges()).toBe(1);
  await client.payments.create(request);
  expect(await charges()).toBe(1);
});

test('a payment stays stored if the process is killed while writing a later journal line', async () => {
  const folder = createTemporaryFolder();
  const square = await startTestSquare({ folder });
  const request = charge();
  const { payment } = await createTestClient(square).payments.create(request);
  appendFileSync(join(folder, 'square.jsonl'), '{"kind":"payment","id":"half');
  await square.close();
  const client = createTestClient(await startTestSquare({ folder }));
  expect((await client.payments.list()).data.map(({ id }) => id)).toEqual([payment?.id]);
  expect((await client.payments.create(request)).payment?.id).toBe(payment?.id);
});

test('processes that share a journal know each other’s payments and charge nothing twice', async () => {
  const folder = createTemporaryFolder();
  const [one, other] = [await startTestSquare({ folder }), await startTestSquare({ folder })];
  const request = charge();
  const { payment } = await createTestClient(one).payments.create(request);
  expect((await createTestClient(other).payments.create(request)).payment?.id).toBe(payment?.id);
  await createTestClient(other).payments.create(charge());
  for (const square of [one, other]) expect((await createTestClient(square).payments.list()).data).toHaveLength(2);
});

test('events are signed like Square’s, and can be sent again and out of order', async () => {
  const square = await startTestSquare();
  const { heard, to } = await listenForEvents([500]);
  const address = 'https://players.example/hooks/square';
  square.subscribe({ address, to }, 'when told');
  const { payment } = await createTestClient(square).payments.create(charge());
  expect(await square.events.deliver()).toEqual([500, 200]);
  // An event that wasn't acknowledged is sent again
  expect(await square.events.deliver()).toEqual([200]);
  expect(heard.map(({ type }) => type)).toEqual(['payment.created', 'payment.updated', 'payment.created']);
  expect(new Set(heard.map(({ id }) => id)).size).toBe(2);
  for (const { body, signature } of heard) {
    expect(JSON.parse(body).data.id).toBe(payment?.id);
    const signatureKey = square.access.signatureKey;
    const signed = { requestBody: body, signatureHeader: signature, signatureKey, notificationUrl: address };
    expect(await WebhooksHelper.verifySignature(signed)).toBe(true);
  }
  heard.length = 0;
  await createTestClient(square).payments.create(charge());
  await square.events.deliver({ times: 5, backwards: true });
  expect(heard.map(({ type }) => type)).toEqual([
    ...Array(5).fill('payment.updated'),
    ...Array(5).fill('payment.created'),
  ]);
});

test('a refused event is sent again after increasing delays, and dropped in the end', async () => {
  let now = new Date('2026-11-21T12:00:00.000Z');
  const square = await startTestSquare({ clock: () => now });
  const { heard, to } = await listenForEvents(Array(100).fill(503));
  square.subscribe({ address: 'https://players.example/hooks/square', to }, 'when told');
  square.events.queue('payment.created', { kind: 'payment', value: { id: 'one' } });
  const sent: number[] = [];
  for (let second = 0; second < 3600; second++) {
    now = new Date(now.getTime() + 1000);
    if ((await square.events.deliver({ due: true })).length > 0) sent.push(second);
  }
  expect(sent.slice(0, 4)).toEqual([0, 2, 6, 14]);
  expect(heard).toHaveLength(11);
  expect(await square.events.deliver()).toEqual([]);
});

test('a typed card becomes a token for one use, and its number isn’t stored', async () => {
  const folder = createTemporaryFolder();
  const square = await startTestSquare({ folder, clock: () => new Date('2026-11-21T12:00:00.000Z') });
  const site = createFastify();
  square.serveBrowser(site);
  onTestFinished(() => site.close());
  const typed = { number: '4111 1111 1111 1111', expiry: '12/39', cvv: '111', postcode: 'AB1 2CD' };
  const tokenOf = async (some = {}) =>
    (await site.inject({ method: 'POST', url: '/practice/square/tokens', payload: { ...typed, ...some } })).json();
  const { status, token, details } = await tokenOf();
  expect({ status, details }).toEqual({
    status: 'OK',
    details: {
      method: 'Card',
      card: { brand: 'VISA', last4: '1111', expMonth: 12, expYear: 2039 },
      billing: { postalCode: 'AB1 2CD' },
    },
  });
  const client = createTestClient(square);
  expect((await client.payments.create(charge(token))).payment?.status).toBe('COMPLETED');
  expect((await refusalOf(client.payments.create(charge(token))))[2]).toBe('CARD_TOKEN_USED');
  expect(JSON.stringify(square.journal.all('token'))).not.toContain('411111111');

  const declinedBy = async (some: object) =>
    (await refusalOf(client.payments.create(charge((await tokenOf(some)).token))))[2];
  expect(await declinedBy({ number: '4000000000000002' })).toBe('GENERIC_DECLINE');
  expect(await declinedBy({ cvv: '911' })).toBe('CVV_FAILURE');
  expect(await declinedBy({ postcode: '99999' })).toBe('ADDRESS_VERIFICATION_FAILURE');
  expect(await declinedBy({ expiry: '01/40' })).toBe('INVALID_EXPIRATION');
  const wrong = await tokenOf({ number: '4929 0000 0000 0006', expiry: '10/26', cvv: '', postcode: '' });
  expect(wrong.status).toBe('INVALID');
  expect(wrong.errors.map(({ field }: { field: string }) => field)).toEqual([
    'cardNumber',
    'expirationDate',
    'cvv',
    'postalCode',
  ]);
  expect(await tokenOf({ number: { toString: 1 } })).toMatchObject({ status: 'INVALID' });
  const frame = await site.inject('/practice/square/card');
  expect(frame.body).toContain('Practice card form: no money is taken.');
  expect(frame.body).toContain('4000 0000 0000 0002');
});

test('the number of card tokens for one address is limited', async () => {
  const square = await startTestSquare({});
  const site = createFastify();
  await site.register(rateLimit, { global: false });
  square.serveBrowser(site);
  onTestFinished(() => site.close());
  const statuses: number[] = [];
  for (let count = 0; count < 121; count++) {
    statuses.push((await site.inject({ method: 'POST', url: '/practice/square/tokens' })).statusCode);
  }
  expect([statuses[119], statuses[120]]).toEqual([200, 429]);
});

test('the practice provider doesn’t start in production', async () => {
  await expect(startPracticeSquare({ mode: 'production' })).rejects.toThrow('does not run in production');
});

test('an error inside a journal transaction stores nothing, and the same change can be made later', () => {
  const file = join(createTemporaryFolder(), 'square.jsonl');
  const journal = openJournal(file);
  const broken = () =>
    journal.transaction(() => {
      journal.put('cardDeclines', 'ccof:one', 'CVV_FAILURE');
      journal.put('cardDeclines', 'ccof:two', 'CVV_FAILURE');
      expect(journal.get('cardDeclines', 'ccof:one')).toBe('CVV_FAILURE');
      throw new Error('no space left on device');
    });
  expect(broken).toThrow('no space left');
  expect(journal.all('cardDeclines')).toEqual([]);
  journal.transaction(() => {
    journal.put('cardDeclines', 'ccof:one', 'CVV_FAILURE');
    journal.put('cardDeclines', 'ccof:two', 'GENERIC_DECLINE');
  });
  journal.close();
  const again = openJournal(file);
  expect(again.all('cardDeclines')).toEqual(['CVV_FAILURE', 'GENERIC_DECLINE']);
  again.close();
});

test('a refund made in the dashboard is listed, and once it is rejected its amount can be refunded again', async () => {
  const square = await startTestSquare();
  const client = createTestClient(square);
  const { payment } = await client.payments.create(charge());
  const id = payment?.id ?? '';
  const made = square.dashboard.refund(id, { pence: 1000, pending: true });
  expect((await client.refunds.get({ refundId: made.id })).refund).toMatchObject({
    ...{ id: made.id, status: 'PENDING', paymentId: id, amountMoney: { amount: 1000n, currency: 'GBP' } },
  });
  square.dashboard.rejectRefund(made.id);
  expect((await client.refunds.list()).data.map(({ status }) => status)).toEqual(['REJECTED']);
  expect((await client.payments.get({ paymentId: id })).payment?.refundedMoney?.amount).toBe(0n);
  expect(square.dashboard.refund(id)).toMatchObject({ status: 'COMPLETED', amount_money: { amount: 2500 } });
  expect(() => square.dashboard.refund(id)).toThrow();
});

test('held refunds stay pending until they are completed', async () => {
  const square = await startTestSquare();
  const client = createTestClient(square);
  const { payment } = await client.payments.create(charge());
  square.faults.holdsRefunds = true;
  const request = { idempotencyKey: key(), paymentId: payment?.id ?? '', amountMoney: pounds(5) };
  const { refund } = await client.refunds.refundPayment(request);
  const status = async () => (await client.refunds.get({ refundId: refund?.id ?? '' })).refund?.status;
  expect(await status()).toBe('PENDING');
  square.dashboard.completeRefund(refund?.id ?? '');
  expect(await status()).toBe('COMPLETED');
});

test('a dispute is listed by state and location, with its payment and deadline', async () => {
  const square = await startTestSquare();
  const client = createTestClient(square);
  const { payment } = await client.payments.create(charge());
  const { id } = square.dashboard.openDispute(payment?.id ?? '', { pence: 1000, reason: 'NOT_RECEIVED' });
  const { dispute } = await client.disputes.get({ disputeId: id });
  expect(dispute).toMatchObject({
    ...{ id, state: 'EVIDENCE_REQUIRED', reason: 'NOT_RECEIVED', amountMoney: { amount: 1000n, currency: 'GBP' } },
    ...{ disputedPayment: { paymentId: payment?.id }, cardBrand: 'VISA', locationId: payment?.locationId },
  });
  expect(Date.parse(dispute?.dueAt ?? '')).toBeGreaterThan(Date.now());
  square.dashboard.setDisputeState(id, 'LOST');
  expect((await client.disputes.list({ states: 'LOST' })).data.map((one) => one.id)).toEqual([id]);
  expect((await client.disputes.list({ states: 'WON' })).data).toEqual([]);
  expect((await client.disputes.list({ locationId: 'elsewhere' })).data).toEqual([]);
  expect(await refusalOf(client.disputes.get({ disputeId: 'nothing' }))).toEqual([
    404,
    'INVALID_REQUEST_ERROR',
    'NOT_FOUND',
  ]);
});
