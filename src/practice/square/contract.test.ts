import { type Square, SquareClient, serialization as schemas } from 'square';
import { expect, test } from 'vitest';
import { listenForEvents, startTestSquare } from '#tests/support/society/square.ts';
import { disputeStates } from './objects.ts';

/** A schema of Square's SDK, which refuses unknown fields and unknown enum values. */
interface Schema {
  parse: (raw: unknown) => { ok: true } | { ok: false; errors: { path: string[]; message: string }[] };
}

/** Lists the parts of a payload that don't match the schema of Square's SDK. */
function listMismatches(schema: Schema | undefined, payload: unknown): string[] {
  const parsed = schema?.parse(payload) ?? { ok: false, errors: [{ path: [], message: 'There is no schema for it.' }] };
  return parsed.ok ? [] : parsed.errors.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** The schema of each route's responses, including refusals. */
const responseSchemas: Readonly<Record<string, Schema>> = {
  'POST /v2/payments': schemas.CreatePaymentResponse,
  'GET /v2/payments': schemas.ListPaymentsResponse,
  'GET /v2/payments/:id': schemas.GetPaymentResponse,
  'POST /v2/payments/cancel': schemas.CancelPaymentByIdempotencyKeyResponse,
  'POST /v2/refunds': schemas.RefundPaymentResponse,
  'GET /v2/refunds': schemas.ListPaymentRefundsResponse,
  'GET /v2/refunds/:id': schemas.GetPaymentRefundResponse,
  'GET /v2/disputes': schemas.ListDisputesResponse,
  'GET /v2/disputes/:id': schemas.GetDisputeResponse,
  'POST /v2/customers': schemas.CreateCustomerResponse,
  'POST /v2/customers/search': schemas.SearchCustomersResponse,
  'GET /v2/customers/:id': schemas.GetCustomerResponse,
  'DELETE /v2/customers/:id': schemas.DeleteCustomerResponse,
  'POST /v2/cards': schemas.CreateCardResponse,
  'GET /v2/cards': schemas.ListCardsResponse,
  'GET /v2/cards/:id': schemas.GetCardResponse,
  'POST /v2/cards/:id/disable': schemas.DisableCardResponse,
};

const eventSchemas: Readonly<Record<string, Schema>> = {
  'payment.created': schemas.PaymentCreatedEvent,
  'payment.updated': schemas.PaymentUpdatedEvent,
  'refund.created': schemas.RefundCreatedEvent,
  'refund.updated': schemas.RefundUpdatedEvent,
  'dispute.created': schemas.DisputeCreatedEvent,
  'dispute.state.updated': schemas.DisputeStateUpdatedEvent,
};

/** Converts an event to the SDK's schema. In the schema a dispute is called `object`, but Square sends `dispute`. */
function asDescribed(event: { data: { type: string; object: Record<string, unknown> } }): unknown {
  const { dispute, ...rest } = event.data.object;
  if (event.data.type !== 'dispute' || dispute === undefined) return event;
  return { ...event, data: { ...event.data, object: { ...rest, object: dispute } } };
}

/** Returns the route of a request: `GET /v2/payments/:id`. */
const routeOf = (method: string, url: string) =>
  `${method} ${new URL(url).pathname.replace(/^(\/v2\/\w+)\/(?!(?:cancel|search)$)[^/]+/, '$1/:id')}`;

/** Starts a practice provider and Square's SDK connected to it, and records all responses and events. */
async function recordedSquare() {
  const square = await startTestSquare();
  const answers: { route: string; status: number; body: unknown }[] = [];
  const client = new SquareClient({
    ...{ token: square.access.accessToken, baseUrl: square.access.baseUrl, maxRetries: 0 },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const { url, method } = new Request(input, init);
      answers.push({ route: routeOf(method, url), status: response.status, body: await response.clone().json() });
      return response;
    },
  });
  const { heard, to } = await listenForEvents();
  square.subscribe({ address: 'https://players.example/hooks/square', to }, 'when told');
  return { square, client, answers, heard };
}

const pounds = (amount: number): Square.Money => ({ amount: BigInt(amount * 100), currency: 'GBP' });

test('every response and event of the practice provider matches the schemas of Square’s SDK', async () => {
  const { square, client, answers, heard } = await recordedSquare();
  let last = 0;
  const charge = (sourceId: string, rest = {}) =>
    client.payments.create({
      ...{ idempotencyKey: `charge ${++last}`, sourceId, amountMoney: pounds(25), referenceId: 'ann', note: 'Tickets' },
      ...rest,
    });
  const { payment } = await charge('cnon:card-nonce-ok');
  const paymentId = payment?.id ?? '';
  await charge('cnon:card-nonce-ok', { autocomplete: false });
  await client.payments.cancelByIdempotencyKey({ idempotencyKey: `charge ${last}` });
  await client.payments.list({ limit: 1 });
  await client.payments.get({ paymentId });

  square.faults.holdsRefunds = true;
  const refund = (pence: number) =>
    client.refunds.refundPayment({
      ...{ idempotencyKey: `refund ${++last}`, paymentId, reason: 'Fell ill' },
      amountMoney: { amount: BigInt(pence), currency: 'GBP' },
    });
  const refundId = (await refund(500)).refund?.id ?? '';
  square.dashboard.completeRefund(refundId);
  for (const status of ['REJECTED', 'FAILED'] as const) {
    square.dashboard.rejectRefund((await refund(100)).refund?.id ?? '', status);
  }
  square.dashboard.refund(paymentId, { pence: 200, pending: true });
  await client.refunds.get({ refundId });
  await client.refunds.list({ limit: 2 });
  await client.payments.get({ paymentId });

  const dispute = square.dashboard.openDispute(paymentId, { pence: 900 });
  for (const state of disputeStates) {
    square.dashboard.setDisputeState(dispute.id, state);
    await client.disputes.get({ disputeId: dispute.id });
  }
  await client.disputes.list();

  const { customer } = await client.customers.create({
    ...{ givenName: 'Ann', familyName: 'Lee', emailAddress: 'ann@players.example', referenceId: 'user-1' },
  });
  const customerId = customer?.id ?? '';
  await client.customers.search({ query: { filter: { referenceId: { exact: 'user-1' } } } });
  await client.customers.get({ customerId });
  const { card } = await client.cards.create({
    ...{ idempotencyKey: 'card', sourceId: 'cnon:card-nonce-ok', card: { customerId, referenceId: 'ann' } },
  });
  const cardId = card?.id ?? '';
  await charge(cardId, { customerId });
  await client.cards.list({ customerId });
  await client.cards.disable({ cardId });
  await client.cards.get({ cardId });
  await client.customers.delete({ customerId });

  const refusals = [
    charge('cnon:card-nonce-declined'),
    charge('cnon:card-nonce-rejected-cvv'),
    charge('cnon:card-nonce-rejected-postalcode'),
    charge('cnon:card-nonce-rejected-expiration'),
    charge('cnon:card-nonce-already-used'),
    charge('cnon:nobody-knows'),
    charge(cardId, { customerId }),
    charge(cardId),
    charge('cnon:card-nonce-ok', { idempotencyKey: 'charge 1', note: 'Another' }),
    charge('cnon:card-nonce-ok', { idempotencyKey: 'k'.repeat(46) }),
    charge('cnon:card-nonce-ok', { locationId: 'elsewhere' }),
    charge('cnon:card-nonce-ok', { amountMoney: pounds(0) }),
    charge('cnon:card-nonce-ok', { amountMoney: { amount: 100n, currency: 'USD' } }),
    refund(100_000),
    client.payments.cancelByIdempotencyKey({ idempotencyKey: 'charge 1' }),
    client.disputes.get({ disputeId: 'nothing' }),
    client.customers.create({}),
  ];
  const outcomes = await Promise.allSettled(refusals);
  expect(outcomes.map(({ status }) => status)).toEqual(refusals.map(() => 'rejected'));
  for (const fault of [429, 500, 503] as const) {
    square.faults.next('GET /v2/payments', fault);
    await client.payments.list().catch(() => undefined);
  }
  await square.events.deliver();

  const mismatches = [
    ...answers.flatMap(({ route, status, body }) =>
      listMismatches(responseSchemas[route], body).map((mismatch) => `${route} ${status} ${mismatch}`),
    ),
    ...heard.flatMap(({ type, body }) =>
      listMismatches(eventSchemas[type], asDescribed(JSON.parse(body))).map((mismatch) => `${type} ${mismatch}`),
    ),
  ];
  expect([...new Set(mismatches)]).toEqual([]);
  expect(new Set(answers.map(({ route }) => route))).toEqual(new Set(Object.keys(responseSchemas)));
  expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(Object.keys(eventSchemas)));
});
