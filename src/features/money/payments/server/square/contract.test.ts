// Compares the adapter with Square's own SDK, which is a development dependency. Both use the same server, which
// records the requests and gives the responses that Square documents.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Square, SquareClient, SquareError, WebhooksHelper } from 'square';
import { expect, onTestFinished, test } from 'vitest';
import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderCard,
  type ProviderDispute,
  type ProviderFailureReason,
  type ProviderPayment,
  type ProviderRefund,
} from '../provider/payment-provider.ts';
import { createSquareProvider } from './provider.ts';

interface Answer {
  status?: number;
  /** JSON, or a text that is sent unchanged. */
  body: object | string;
}

/** Starts a server that records requests and sends these responses in turn; the last one is repeated. */
async function recordingServer() {
  const requests: object[] = [];
  let answers: readonly Answer[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const url = new URL(request.url ?? '', 'http://square.example');
    const { authorization, 'square-version': version, 'content-type': type } = request.headers;
    requests.push({
      method: request.method,
      path: url.pathname,
      query: Object.fromEntries([...url.searchParams].sort()),
      headers: { authorization, version, type },
      body: text === '' ? '' : JSON.parse(text),
    });
    const { status = 200, body } = answers[Math.min(requests.length, answers.length) - 1] ?? { body: {} };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Runs a call with these responses. Returns the requests that it made, and its result. */
    async run(given: readonly Answer[], call: () => Promise<unknown>) {
      requests.length = 0;
      answers = given;
      const result = await call().catch((error: unknown) => error);
      return { requests: [...requests], result };
    },
  };
}

const toPence = (money: Square.Money | undefined) => Number(money?.amount ?? 0n);
const toInstant = (text: string | undefined) => new Date(text ?? 0).toISOString();

/** Converts a payment from the SDK, whose amounts are bigints and whose names are in camel case. */
function readPayment(payment: Square.Payment): ProviderPayment {
  const { status = '', cardDetails } = payment;
  const hasFailed = status === 'FAILED' || status === 'CANCELED';
  return {
    id: payment.id ?? '',
    status: status === 'COMPLETED' ? 'COMPLETED' : hasFailed ? 'FAILED' : 'PENDING',
    pence: toPence(payment.amountMoney),
    reference: payment.referenceId ?? '',
    fee: payment.processingFee?.reduce((sum, { amountMoney }) => sum + toPence(amountMoney), 0),
    cardBrand: cardDetails?.card?.cardBrand ?? '',
    last4: cardDetails?.card?.last4 ?? '',
    refundedPence: toPence(payment.refundedMoney),
    refundIds: payment.refundIds ?? [],
    code: hasFailed ? (cardDetails?.errors?.[0]?.code ?? status) : '',
  };
}

const readRefund = (refund: Square.PaymentRefund): ProviderRefund => ({
  id: refund.id,
  status: (refund.status ?? 'PENDING') as ProviderRefund['status'],
  pence: toPence(refund.amountMoney),
  paymentId: refund.paymentId ?? '',
  createdAt: toInstant(refund.createdAt),
});

const readDispute = (dispute: Square.Dispute): ProviderDispute => ({
  id: dispute.id ?? dispute.disputeId ?? '',
  state: dispute.state ?? '',
  reason: dispute.reason ?? '',
  pence: toPence(dispute.amountMoney),
  paymentId: dispute.disputedPayment?.paymentId ?? '',
  dueAt: dispute.dueAt ? toInstant(dispute.dueAt) : '',
  createdAt: toInstant(dispute.createdAt),
});

const readCard = (card: Square.Card): ProviderCard => ({
  id: card.id ?? '',
  brand: card.cardBrand ?? '',
  last4: card.last4 ?? '',
  expMonth: Number(card.expMonth ?? 0n),
  expYear: Number(card.expYear ?? 0n),
  postcode: card.billingAddress?.postalCode ?? '',
});

/** Returns the reason and the code of an error from Square's SDK. */
function readError({ statusCode: status = 0, errors }: SquareError): Pick<PaymentProviderError, 'reason' | 'code'> {
  const code = errors[0]?.code ?? '';
  const isDecision = status >= 400 && status < 500 && status !== 408;
  const reasons: [ProviderFailureReason, boolean][] = [
    ['rate limit', status === 429],
    ['credentials', status === 401 || status === 403],
    ['key used', isDecision && code === 'IDEMPOTENCY_KEY_REUSED'],
    ['source used', isDecision && (code === 'CARD_TOKEN_USED' || code === 'SOURCE_USED')],
    ['refused', isDecision],
  ];
  return { reason: reasons.find(([, applies]) => applies)?.[0] ?? 'unknown', code };
}

const payment = {
  id: 'R2B3Z8WMVt3EAmzYWLZvz7Y69EbZY',
  created_at: '2026-11-21T12:00:00.123Z',
  updated_at: '2026-11-21T12:00:02.456Z',
  amount_money: { amount: 2500, currency: 'GBP' },
  total_money: { amount: 2500, currency: 'GBP' },
  approved_money: { amount: 2500, currency: 'GBP' },
  status: 'COMPLETED',
  delay_action: 'CANCEL',
  delayed_until: '2026-11-28T12:00:00.123Z',
  source_type: 'CARD',
  card_details: {
    status: 'CAPTURED',
    card: { card_brand: 'VISA', last_4: '1111', exp_month: 11, exp_year: 2029, bin: '411111', card_type: 'CREDIT' },
    entry_method: 'KEYED',
    cvv_status: 'CVV_ACCEPTED',
    avs_status: 'AVS_ACCEPTED',
    auth_result_code: 'vNEn2f',
    statement_description: 'SQ *PLAYERS',
    card_payment_timeline: { authorized_at: '2026-11-21T12:00:01Z', captured_at: '2026-11-21T12:00:02Z' },
  },
  location_id: 'L88917AVBK2S5',
  order_id: 'pRsjRTgFWATl7so6DxdKBJa7ssbZY',
  reference_id: 'intent',
  note: 'Full member',
  risk_evaluation: { created_at: '2026-11-21T12:00:02Z', risk_level: 'NORMAL' },
  receipt_number: 'R2B3',
  receipt_url: 'https://squareup.com/receipt/preview/R2B3',
  application_details: { square_product: 'ECOMMERCE_API', application_id: 'sq0ids-TcgftTEtKxJTRF1lCFJ9TA' },
  version_token: 'TPtNEOBOa6Qq6E3C3IjckSVOM6b3hMbfhjvTxHBQUsB6o',
};
const fee = (amount: number) => ({ effective_at: '2026-11-21T14:00:00Z', type: 'INITIAL', amount_money: { amount } });
const failed = { ...payment.card_details, status: 'FAILED', errors: [refusalOf('CVV_FAILURE')] };

/** Payments in all states. */
const payments = [
  payment,
  { ...payment, processing_fee: [fee(63), fee(-3)] },
  { ...payment, refunded_money: { amount: 700, currency: 'GBP' }, refund_ids: ['one', 'two'] },
  { ...payment, status: 'APPROVED' },
  { ...payment, status: 'PENDING' },
  { ...payment, status: 'CANCELED' },
  { ...payment, status: 'FAILED', card_details: failed },
  { ...payment, status: 'A_LATER_STATUS', a_later_field: { with: ['anything'] } },
  { id: 'bare', status: 'COMPLETED', source_type: 'CASH' },
];

const refund = {
  id: 'xQwnRpB6mDYbrs8NPCsCoGL4LBOdoa',
  status: 'PENDING',
  location_id: 'L88917AVBK2S5',
  created_at: '2026-11-22T12:00:00.123Z',
  updated_at: '2026-11-22T12:00:00.123Z',
  amount_money: { amount: 1000, currency: 'GBP' },
  order_id: '9ltv0bx5PuvGXUYHYHxYSKEqC3IZY',
  payment_id: 'R2B3Z8WMVt3EAmzYWLZvz7Y69EbZY',
  reason: 'The performance was cancelled',
  unlinked: false,
  destination_type: 'CARD',
};
const refunds = ['PENDING', 'COMPLETED', 'REJECTED', 'FAILED'].map((status) => ({ ...refund, status }));

const dispute = {
  dispute_id: 'XDgyFu7yo1E2S5lQGGpYn',
  id: 'XDgyFu7yo1E2S5lQGGpYn',
  amount_money: { amount: 2500, currency: 'GBP' },
  reason: 'NO_KNOWLEDGE',
  state: 'EVIDENCE_REQUIRED',
  due_at: '2026-12-05T00:00:00.000Z',
  disputed_payment: { payment_id: 'R2B3Z8WMVt3EAmzYWLZvz7Y69EbZY' },
  evidence_ids: ['evidence'],
  card_brand: 'VISA',
  created_at: '2026-11-29T11:05:50Z',
  updated_at: '2026-11-29T11:05:50Z',
  brand_dispute_id: '100000809947',
  version: 1,
  location_id: 'L88917AVBK2S5',
};
const disputes = [
  dispute,
  ...['INQUIRY_EVIDENCE_REQUIRED', 'PROCESSING', 'WON', 'LOST', 'ACCEPTED'].map((state) => ({ ...dispute, state })),
  { dispute_id: 'former name only', state: 'WON' },
];

const card = {
  id: 'ccof:uIbfJXhXETSP197M3GB',
  card_brand: 'VISA',
  last_4: '1111',
  exp_month: 11,
  exp_year: 2029,
  cardholder_name: 'Amelia Earhart',
  billing_address: { postal_code: 'SW1A 1AA', country: 'GB' },
  fingerprint: 'sq-1-xx',
  customer_id: 'VDKXEEKPJN48QDG3BGGFAK05P8',
  merchant_id: '6SSW7HV8K2ST5',
  reference_id: 'user',
  enabled: true,
  card_type: 'CREDIT',
  prepaid_type: 'NOT_PREPAID',
  bin: '411111',
  version: 1,
};

/** Returns a response for each object, with the object under `name`. */
const each = (name: string, objects: readonly object[]) => objects.map((one) => [{ body: { [name]: one } }]);

/** Returns a list in three pages, one of which is empty, with cursors that have to be escaped; and an empty list. */
const pages = (name: string, objects: readonly object[]) => [
  [
    { body: { [name]: objects.slice(0, 2), cursor: 'a+b/c=&d e' } },
    { body: { cursor: 'Zweite Seite: ü' } },
    { body: { [name]: objects.slice(2), cursor: '' } },
  ],
  [{ body: {} }],
];

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

interface Call {
  /** Makes the call with the adapter. */
  ours: (square: PaymentProvider) => Promise<unknown>;
  /** Makes the call with the SDK, and reads its response. */
  theirs: (client: SquareClient) => Promise<unknown>;
  /** The successful responses, each with all its pages. */
  answers: readonly (readonly Answer[])[];
}

const odd = 'an id/with ?odd&characters%ü';
const since = '2026-11-21T12:00:00.000Z';
const locationId = 'L88917AVBK2S5';
const money = (pence: number) => ({ amount: BigInt(pence), currency: 'GBP' as const });
const charge = {
  id: 'intent',
  pence: 2500,
  source: 'cnon:card-nonce-ok',
  locationId,
  note: 'Two tickets: “Máté” & co',
};
const theirCharge = {
  ...{ idempotencyKey: 'intent', sourceId: 'cnon:card-nonce-ok', amountMoney: money(2500), locationId },
  ...{ referenceId: 'intent', note: 'Two tickets: “Máté” & co' },
};
const person = { givenName: 'Zoë', familyName: 'O’Neill', email: 'zoe@players.example' };

const calls: Record<string, Call> = {
  'a charge of a new card': {
    ours: (square) => square.createPayment(charge),
    theirs: async (client) => optional(readPayment, (await client.payments.create(theirCharge)).payment),
    answers: [...each('payment', payments), [{ body: {} }]],
  },
  'a charge of a verified card': {
    ours: (square) => square.createPayment({ ...charge, note: '', customer: '', verification: 'verf:1' }),
    theirs: async (client) => {
      const { payment: made } = await client.payments.create({ ...theirCharge, note: '', verificationToken: 'verf:1' });
      return optional(readPayment, made);
    },
    answers: each('payment', payments),
  },
  'a charge of a stored card': {
    ours: (square) => square.createPayment({ ...charge, source: 'ccof:1', customer: 'VDKX', verification: '' }),
    theirs: async (client) => {
      const { payment: made } = await client.payments.create({
        ...theirCharge,
        sourceId: 'ccof:1',
        customerId: 'VDKX',
      });
      return optional(readPayment, made);
    },
    answers: each('payment', payments),
  },
  'reading a payment': {
    ours: (square) => square.getPayment(odd),
    theirs: async (client) => optional(readPayment, (await client.payments.get({ paymentId: odd })).payment),
    answers: [...each('payment', payments), [{ body: {} }]],
  },
  'cancelling a payment by its key': {
    ours: (square) => square.cancelPayment('intent'),
    theirs: (client) => ignore(client.payments.cancelByIdempotencyKey({ idempotencyKey: 'intent' })),
    answers: [[{ body: {} }]],
  },
  'listing payments': {
    ours: (square) => collect(square.listPayments({ since, locationId })),
    theirs: async (client) =>
      (await collect(await client.payments.list({ beginTime: since, locationId }))).map(readPayment),
    answers: pages('payments', payments),
  },
  'a refund': {
    ours: (square) => square.createRefund({ id: 'intent', paymentId: odd, pence: 1000, reason: 'It’s off' }),
    theirs: async (client) => {
      const request = { idempotencyKey: 'intent', paymentId: odd, amountMoney: money(1000), reason: 'It’s off' };
      return optional(readRefund, (await client.refunds.refundPayment(request)).refund);
    },
    answers: [...each('refund', refunds), [{ body: {} }]],
  },
  'reading a refund': {
    ours: (square) => square.getRefund(odd),
    theirs: async (client) => optional(readRefund, (await client.refunds.get({ refundId: odd })).refund),
    answers: [...each('refund', refunds), [{ body: {} }]],
  },
  'listing refunds of a location': {
    ours: (square) => collect(square.listRefunds({ since, locationId })),
    theirs: async (client) =>
      (await collect(await client.refunds.list({ beginTime: since, locationId }))).map(readRefund),
    answers: pages('refunds', refunds),
  },
  'listing refunds of all locations': {
    ours: (square) => collect(square.listRefunds({ since })),
    theirs: async (client) => (await collect(await client.refunds.list({ beginTime: since }))).map(readRefund),
    answers: pages('refunds', refunds),
  },
  'reading a dispute': {
    ours: (square) => square.getDispute(odd),
    theirs: async (client) => optional(readDispute, (await client.disputes.get({ disputeId: odd })).dispute),
    answers: [...each('dispute', disputes), [{ body: {} }]],
  },
  'listing disputes': {
    ours: (square) => collect(square.listDisputes({ locationId })),
    theirs: async (client) => (await collect(await client.disputes.list({ locationId }))).map(readDispute),
    answers: pages('disputes', disputes),
  },
  'creating a customer': {
    ours: (square) => square.createCustomer({ key: 'customer-user', userId: 'user', ...person }),
    theirs: async (client) => {
      const { givenName, familyName, email: emailAddress } = person;
      const request = { idempotencyKey: 'customer-user', referenceId: 'user', givenName, familyName, emailAddress };
      return { id: (await client.customers.create(request)).customer?.id };
    },
    answers: [[{ body: { customer: { id: 'VDKX', given_name: 'Zoë', version: 0, preferences: {} } } }]],
  },
  'finding a customer': {
    ours: (square) => square.findCustomer('user'),
    theirs: async (client) => {
      const { customers } = await client.customers.search({ query: { filter: { referenceId: { exact: 'user' } } } });
      return customers?.map(({ id }) => ({ id }))[0];
    },
    answers: [[{ body: { customers: [{ id: 'VDKX', given_name: 'Zoë', version: 0 }] } }], [{ body: {} }]],
  },
  'deleting a customer': {
    ours: (square) => square.deleteCustomer(odd),
    theirs: (client) => ignore(client.customers.delete({ customerId: odd })),
    answers: [[{ body: {} }]],
  },
  'storing a card': {
    ours: (square) => square.storeCard({ key: 'card-1', token: 'cnon:1', customerId: 'VDKX', userId: 'user' }),
    theirs: async (client) => optional(readCard, (await client.cards.create(theirCard)).card),
    answers: each('card', [card, { id: 'bare' }]),
  },
  'storing a verified card': {
    ours: (square) =>
      square.storeCard({ key: 'card-1', token: 'cnon:1', verification: 'verf:1', customerId: 'VDKX', userId: 'user' }),
    theirs: async (client) => {
      const { card: stored } = await client.cards.create({ ...theirCard, verificationToken: 'verf:1' });
      return optional(readCard, stored);
    },
    answers: each('card', [card]),
  },
  'disabling a card': {
    ours: (square) => square.disableCard(odd),
    theirs: (client) => ignore(client.cards.disable({ cardId: odd })),
    answers: each('card', [{ ...card, enabled: false }]),
  },
};
const theirCard = {
  ...{ idempotencyKey: 'card-1', sourceId: 'cnon:1', card: { customerId: 'VDKX', referenceId: 'user' } },
};

const optional = <Sdk, Ours>(read: (value: Sdk) => Ours, value: Sdk | undefined): Ours | undefined =>
  value === undefined ? undefined : read(value);

const ignore = async (call: PromiseLike<unknown>): Promise<undefined> => {
  await call;
  return undefined;
};

function refusalOf(code: string) {
  return { category: 'PAYMENT_METHOD_ERROR', code, detail: 'Square’s explanation, which may repeat the request.' };
}

/** Refusals that Square documents. */
const refusals: [status: number, code: string][] = [
  [400, 'BAD_REQUEST'],
  [400, 'CARD_TOKEN_USED'],
  [400, 'CARD_TOKEN_EXPIRED'],
  [400, 'IDEMPOTENCY_KEY_REUSED'],
  [400, 'SOURCE_USED'],
  [401, 'UNAUTHORIZED'],
  [401, 'ACCESS_TOKEN_EXPIRED'],
  [402, 'CVV_FAILURE'],
  [402, 'GENERIC_DECLINE'],
  [403, 'INSUFFICIENT_SCOPES'],
  [404, 'NOT_FOUND'],
  [408, 'REQUEST_TIMEOUT'],
  [409, 'CONFLICT'],
  [429, 'RATE_LIMITED'],
  [500, 'INTERNAL_SERVER_ERROR'],
  [501, 'NOT_IMPLEMENTED'],
  [503, 'SERVICE_UNAVAILABLE'],
  [504, 'GATEWAY_TIMEOUT'],
];

/** Opens the adapter and the SDK on the same server, both without retries. */
async function openBoth() {
  const server = await recordingServer();
  const { baseUrl } = server;
  const access = { baseUrl, accessToken: 'EAAA-a-secret', applicationId: 'app', locationId, signatureKey: 'key' };
  const square = createSquareProvider({ environment: 'sandbox', ...access }, { attempts: 1 });
  return { server, square, client: new SquareClient({ token: access.accessToken, baseUrl, maxRetries: 0 }) };
}

test.each(Object.entries(calls))(
  '%s sends the same requests as Square’s SDK and reads the responses as the SDK does',
  async (_, call) => {
    const { server, square, client } = await openBoth();
    for (const answers of call.answers) {
      const theirs = await server.run(answers, () => call.theirs(client));
      const ours = await server.run(answers, () => call.ours(square));
      expect(theirs.result).not.toBeInstanceOf(Error);
      expect(ours).toEqual(theirs);
      expect(ours.requests).toHaveLength(answers.length);
    }
  },
);

test.each(Object.entries(calls))('%s reports Square’s refusals as the SDK does', async (name, call) => {
  const { server, square, client } = await openBoth();
  for (const [status, code] of refusals) {
    const answers = [{ status, body: { errors: [refusalOf(code)] } }];
    const theirs = await server.run(answers, () => call.theirs(client));
    const ours = await server.run(answers, () => call.ours(square));
    expect(ours.requests).toEqual(theirs.requests);
    if (!(theirs.result instanceof SquareError)) throw new Error(`The SDK took ${status}.`);
    // If the customer no longer exists, deleting succeeds
    if (name === 'deleting a customer' && code === 'NOT_FOUND') expect(ours.result).toBeUndefined();
    else expect(ours.result).toMatchObject(readError(theirs.result));
  }
});

test.each(Object.entries(calls))(
  '%s fails with an unknown outcome if the data in a response, or an error page, can’t be read',
  async (name, call) => {
    const { server, square, client } = await openBoth();
    const unreadable = [
      '<html>EAAA-a-secret</html>',
      '{"payment":',
      '[]',
      '{"payment":[],"refund":[],"card":[],"cursor":{}}',
    ];
    for (const body of unreadable) {
      const { result } = await server.run([{ body }], () => call.ours(square));
      // Nothing is read from these responses
      if (/^(cancelling|deleting|disabling)/.test(name)) expect(result).toBeUndefined();
      else if (result instanceof PaymentProviderError) {
        expect(result).toMatchObject({ reason: 'unknown', code: 'HTTP_200', isFinal: false });
        expect(result.message).not.toContain('secret');
      } else expect([undefined, []]).toContainEqual(result);
    }
    // An error page from a proxy has no code from Square
    const page = [{ status: 502, body: '<html>Bad gateway</html>' }];
    const theirs = await server.run(page, () => call.theirs(client));
    const ours = await server.run(page, () => call.ours(square));
    expect(theirs.result).toBeInstanceOf(SquareError);
    expect(ours.result).toMatchObject({ reason: 'unknown', code: 'HTTP_502' });
  },
);

test('a payment from Square with an amount that isn’t a whole number of pence is not accepted', async () => {
  const { server, square } = await openBoth();
  for (const amount of [25.5, '2500', 2 ** 53]) {
    const answers = [{ body: { payment: { ...payment, amount_money: { amount, currency: 'GBP' } } } }];
    const { result } = await server.run(answers, () => square.getPayment('one'));
    expect(result).toMatchObject({ reason: 'unknown' });
  }
});

test('the signature of an event is checked as in the SDK', async () => {
  const address = 'https://players.example/hooks/square';
  const body = '{"event_id":"1","type":"payment.updated"}';
  const { square } = await openBoth();
  const signatureHeader = 'fwNgJvQyU1EhqR8mCqqzUSWQUWmoqTXgKg2Q1wI5LqU=';
  const right = await signatureOf(address + body);
  for (const [signature, sent] of [
    [right, body],
    [right, `${body} `],
    [signatureHeader, body],
    ['', body],
  ] as const) {
    const asked = { requestBody: sent, signatureHeader: signature, signatureKey: 'key', notificationUrl: address };
    const theirs = signature !== '' && (await WebhooksHelper.verifySignature(asked));
    const headers = { 'x-square-hmacsha256-signature': signature };
    expect(square.isSigned({ headers, url: address, body: Buffer.from(sent) })).toBe(theirs);
  }
});

async function signatureOf(text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', Buffer.from('key'), algorithm, false, ['sign']);
  return Buffer.from(await crypto.subtle.sign(algorithm, key, Buffer.from(text))).toString('base64');
}
