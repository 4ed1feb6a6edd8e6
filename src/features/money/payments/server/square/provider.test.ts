import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createTestClient, openTestProvider, startTestSquare } from '#tests/support/society/square.ts';
import { requireProviderError } from '../provider/payment-provider.ts';

const charge = (source: string, id: string) => ({ id, source, pence: 2500, locationId: 'PRACTICE-LOCATION', note: '' });

test('errors about payments carry a code, and neither card data nor the access token', async () => {
  const practice = await startTestSquare();
  const square = openTestProvider(practice);
  const declined = 'cnon:practice-INSUFFICIENT_FUNDS';
  const faultOf = (source: string) =>
    square.createPayment(charge(source, source)).then(() => undefined, requireProviderError);
  const refused = await faultOf(declined);
  expect(refused).toMatchObject({ code: 'INSUFFICIENT_FUNDS', reason: 'refused', isFinal: true });
  const refusal = inspect(refused, { depth: null, showHidden: true });
  for (const secret of [declined, practice.access.accessToken]) expect(refusal).not.toContain(secret);
  for (const [fault, code] of [
    ['stall after', 'ETIMEDOUT'],
    ['break before', 'EBROKEN'],
    [500, 'INTERNAL_SERVER_ERROR'],
  ] as const) {
    practice.faults.next('POST /v2/payments', fault, 4);
    const away = await faultOf(`cnon:card-nonce-ok-${fault}`);
    expect(away).toMatchObject({ code, reason: 'unknown', isFinal: false });
    const text = inspect(away, { depth: null, showHidden: true });
    expect(text).not.toContain('cnon:');
    expect(text).not.toContain(practice.access.accessToken);
  }
});

test('a list of payments that Square returns in several pages is read to its end', async () => {
  const practice = await startTestSquare();
  const square = openTestProvider(practice);
  const client = createTestClient(practice);
  for (let count = 0; count < 101; count += 1) {
    await client.payments.create({
      ...{ idempotencyKey: `payment ${count}`, sourceId: 'cnon:card-nonce-ok' },
      amountMoney: { amount: 2500n, currency: 'GBP' },
    });
  }
  const found = new Set<string>();
  const all = { since: '2020-01-01T00:00:00.000Z', locationId: square.locationId };
  for await (const { id } of square.listPayments(all)) found.add(id);
  expect(found.size).toBe(101);
});
