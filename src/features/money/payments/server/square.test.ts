import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { practiceSquare, squareFor } from '#tests/support/society/square.ts';
import { iteratePages, parseRefusal } from './square.ts';

const charge = (source: string, key: string) => ({
  idempotencyKey: key,
  sourceId: source,
  amountMoney: { amount: 2500n, currency: 'GBP' as const },
});

test('errors from Square carry its code and no card data', async () => {
  const practice = await practiceSquare();
  const square = squareFor(practice);
  const declined = 'cnon:practice-INSUFFICIENT_FUNDS';
  const faultOf = (source: string) =>
    square.call('payments.create', charge(source, source)).catch((error: unknown) => error);
  const refused = await faultOf(declined);
  expect(parseRefusal(refused)).toEqual({ code: 'INSUFFICIENT_FUNDS', isFinal: true });
  expect(inspect(refused, { depth: null, showHidden: true })).not.toContain(declined);
  for (const [fault, code] of [
    ['stall after', 'ETIMEDOUT'],
    ['break before', 'EBROKEN'],
    [500, 'INTERNAL_SERVER_ERROR'],
  ] as const) {
    practice.faults.next('POST /v2/payments', fault, 4);
    const away = await faultOf(`cnon:card-nonce-ok-${fault}`);
    expect(parseRefusal(away)).toEqual({ code, isFinal: false });
    expect(inspect(away, { depth: null, showHidden: true })).not.toContain('cnon:');
  }
});

test('a list of several pages is read to its end', async () => {
  const square = squareFor(await practiceSquare());
  for (const key of ['a', 'b', 'c', 'd', 'e']) await square.call('payments.create', charge('cnon:card-nonce-ok', key));
  const found: unknown[] = [];
  for await (const { id } of iteratePages((cursor) => square.call('payments.list', { limit: 2, cursor })))
    found.push(id);
  expect(new Set(found).size).toBe(5);
});
